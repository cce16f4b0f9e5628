"""Functions that compiled code calls: linkable code without machine code of their own.

Numba makes machine code of every compiled function and a way in from Python, and optimises all that is below it as a
whole, although a kernel in the middle of a step loop is only ever linked into its callers: four fifths of the time to
compile a step loop went there. Here a call from Python compiles as usual, and a call from compiled code takes an
*inner* version: each function is optimised on its own and kept (in memory and on disk) as bitcode. What is linked into
an entry is inlined and optimised as a whole once, at the entry.
"""

# mypy: disable-error-code="assignment,attr-defined,misc"

from __future__ import annotations

import functools
import pickle
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler, sigutils, typing
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from stickslip._jit import code_folder


class _Library(JITCodeLibrary):
    """Optimised code to be linked into other code."""

    def _optimize_final_module(self) -> None:
        """Leave it to the entry; single functions are optimised already."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """Return what the cache keeps."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def load(cls, codegen: Any, name: str, bitcode: bytes) -> _Library:
        """Return the library of which the cache kept the bitcode."""
        library = cls(codegen, name)
        library._final_module = library._shared_module = llvm.parse_bitcode(bitcode)
        library._finalized = True
        return library


class _Key:
    """Stands for the address of a function that has none; the linker of Numba asks for something unique."""


_InFolder: Any = CompileResultCacheImpl._locator_classes[0]  # that of NUMBA_CACHE_DIR


class _Locator(_InFolder):
    """Machine code is in a folder named after what its source depends on, wherever Numba keeps other code."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(code_folder(Path(py_file)))

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator | None:
        return super(_InFolder, cls).from_function(py_func, py_file)


class _Files(IndexDataCacheFile):
    """An index of signatures, and one file of machine code per signature.

    Signatures name types of other files. Other versions of the package, which may lack such a type, share the folder:
    what they cannot read is compiled again. Files have names of their own, not numbers, so that two processes that
    compile different signatures at the same time never write to the same file.
    """

    def _load_index(self) -> dict[Any, str]:
        try:
            return super()._load_index()
        except (AttributeError, ImportError, EOFError, pickle.UnpicklingError):
            return {}

    def _data_name(self, number: int) -> str:
        return f"{self._index_name.removesuffix('.nbi')}.{uuid.uuid4().hex[:12]}.nbc"


class _EntryImpl(CompileResultCacheImpl):
    _locator_classes = (_Locator, *CompileResultCacheImpl._locator_classes[1:])


class _EntryCache(FunctionCache):
    _impl_class = _EntryImpl

    def __init__(self, py_func: Callable[..., Any]) -> None:
        super().__init__(py_func)
        locator = self._impl.locator
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, locator.get_source_stamp())


class _CacheImpl(_EntryImpl):
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"inner-{super().get_filename_base(fullname, abiflags)}"

    def rebuild(self, target_context: Any, payload: Any) -> compiler.CompileResult:
        library, fndesc, environment, signature, objectmode, lifted, annotation, reload_init, environments = payload
        for function in reload_init:
            function()
        return compiler.compile_result(
            typing_context=target_context.typing_context, target_context=target_context,
            library=_Library.load(target_context.codegen(), *library), environment=environment, entry_point=_Key(),
            fndesc=fndesc, type_annotation=annotation, signature=signature, objectmode=objectmode, lifted=lifted,
            reload_init=reload_init, referenced_envs=environments,
        )  # fmt: skip


class _Cache(_EntryCache):
    _impl_class = _CacheImpl


class Function(CPUDispatcher):
    """A compiled function with an inner version for callers that are compiled, too."""

    def __init__(self, py_func: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(py_func, *args, **kwargs)
        self._inner: dict[tuple[Any, ...], compiler.CompileResult] = {}

    def enable_caching(self) -> None:
        """Keep the code for calls from Python on disk, too."""
        del self._cache  # that of Numba, which keeps nothing

    @functools.cached_property
    def _cache(self) -> _EntryCache:
        """What is kept of the code for calls from Python: few functions are called so."""
        return _EntryCache(self.py_func)

    @functools.cached_property
    def _inner_cache(self) -> _Cache:
        """What is kept of inner versions: nobody asks for them where the entries that contain them are kept."""
        return _Cache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compile for a call from Python."""
        entry = super().compile(sig)
        for result in self.overloads.values():  # constants of inner functions that are objects of Python
            for environment in result._find_referenced_environments():
                self.targetctx.codegen().set_env(environment.env_name, environment)
        return entry

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for a call from compiled code; return what Numba needs to know of its type."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        self._compile_inner(tuple(args))
        signatures = [result.signature for result in self._inner.values()]
        name = self.py_func.__name__
        return typing.make_concrete_template(f"CallTemplate({name})", name, signatures), pysig, args, {}

    def get_overload(self, sig: Any) -> Any:
        """Return the key of the inner version for these argument types."""
        return self._inner[tuple(getattr(sig, "args", sig))].entry_point

    def _compile_inner(self, args: tuple[Any, ...]) -> None:
        with global_compiler_lock, self._compiling_counter:
            if args in self._inner:
                return
            result = self._inner_cache.load_overload(args, self.targetctx)
            if result is None:
                result = self._new_inner(args)
                self._inner_cache.save_overload(args, result)
            self.targetctx.insert_user_function(result.entry_point, result.fndesc, [result.library])
            self._inner[args] = result

    def _new_inner(self, args: tuple[Any, ...]) -> compiler.CompileResult:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        library = _Library(self.targetctx.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        result = compiler.compile_extra(
            self.typingctx, self.targetctx, self.py_func, args=args, return_type=None, flags=flags,
            locals=self.locals, library=library, pipeline_class=self._compiler.pipeline_class,
        )  # fmt: skip
        library._ensure_finalized()
        return result._replace(entry_point=_Key())


class CFunction(CFunc):
    """A C function, whose machine code is kept where that of kernels is."""

    def __init__(self, py_func: Callable[..., Any], signature: Any) -> None:
        signature = sigutils.normalize_signature(signature)
        super().__init__(py_func, signature, locals={}, options={"error_model": "numpy"})
        self._cache = _EntryCache(py_func)
        self.compile()
