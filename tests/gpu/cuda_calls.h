/*
 * cuda_calls.h - the calls of the CUDA runtime that engine and kernels make and that can fail:
 * CALL(NAME, PARAMETERS, ARGUMENTS), and CALL_IN_STREAM for those that put work into `stream`.
 * Define both before including this file, which undefines them.
 */
CALL(DriverGetVersion, (int *version), (version))
CALL(GetDeviceCount, (int *count), (count))
CALL(GetDeviceProperties, (struct cudaDeviceProp * to, int device), (to, device))
CALL(SetDevice, (int device), (device))
CALL(Malloc, (void **to, size_t size), (to, size))
CALL(MallocHost, (void **to, size_t size), (to, size))
CALL(HostRegister, (void *memory, size_t size, unsigned flags), (memory, size, flags))
CALL(StreamCreateWithFlags, (cudaStream_t * to, unsigned flags), (to, flags))
CALL(StreamSynchronize, (cudaStream_t stream), (stream))
CALL(EventCreateWithFlags, (cudaEvent_t * to, unsigned flags), (to, flags))
CALL_IN_STREAM(EventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
CALL(EventSynchronize, (cudaEvent_t event), (event))
CALL(EventElapsedTime, (float *to, cudaEvent_t from, cudaEvent_t until), (to, from, until))
CALL_IN_STREAM(MemcpyAsync,
               (void *to, const void *from, size_t size, enum cudaMemcpyKind way,
                cudaStream_t stream),
               (to, from, size, way, stream))
CALL_IN_STREAM(MemsetAsync, (void *at, int value, size_t size, cudaStream_t stream),
               (at, value, size, stream))
CALL(GetLastError, (void), ())
CALL(GetDevice, (int *device), (device))
CALL(DeviceGetAttribute, (int *to, enum cudaDeviceAttr attribute, int device),
     (to, attribute, device))
CALL(MemPoolCreate, (cudaMemPool_t * to, const struct cudaMemPoolProps *properties),
     (to, properties))
CALL(MemPoolSetAttribute, (cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value),
     (pool, attribute, value))
CALL(MallocFromPoolAsync, (void **to, size_t size, cudaMemPool_t pool, cudaStream_t stream),
     (to, size, pool, stream))
CALL(MemPoolDestroy, (cudaMemPool_t pool), (pool))
CALL(MemPoolTrimTo, (cudaMemPool_t pool, size_t size), (pool, size))
CALL(FreeAsync, (void *memory, cudaStream_t stream), (memory, stream))
CALL(FuncSetAttribute, (const void *function, enum cudaFuncAttribute attribute, int value),
     (function, attribute, value))
#undef CALL
#undef CALL_IN_STREAM
