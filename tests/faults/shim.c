// Loaded before the C library (LD_PRELOAD), lets the system fail at a moment of one's choice.
//
//   GALET_FAULT=KIND:K   the fault, and the call it begins with: calls that change files are counted from 1 in the order
//                        they are made, for KIND `memory` requests for at least GALET_FAULT_SIZE bytes (16384)
//   GALET_FAULT_COUNT=F  at the end, writes how many such calls there were to the file F
//
//   count     nothing fails
//   kill      the process is killed (SIGKILL) instead of call K
//   torn      a write is cut between two pages of memory, as a kill may cut it, and the process killed; another call is
//             made first
//   full      call K writes the first pages of what it should, later ones find the disk full (ENOSPC); removing and
//             renaming work
//   readonly  from call K on the file system can only be read (EROFS)
//   io        from call K on writes and waits for the disk end in EIO
//   memory    from request K on there is no memory for large requests
//   clock     all clocks jump back and forth, K seconds at a time
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum Kind { NONE, COUNT, KILL, TORN, FULL, READONLY, IO, MEMORY, CLOCK };

static enum Kind kind = NONE;
static long from = 0;
static size_t large = 16384;
static atomic_long calls = 0;

__attribute__((constructor)) static void read_fault(void) {
    static const char* const names[] = {"none", "count", "kill", "torn", "full", "readonly", "io", "memory", "clock"};
    const char* fault = getenv("GALET_FAULT");
    const char* size = getenv("GALET_FAULT_SIZE");
    if (size) large = strtoul(size, NULL, 10);
    if (!fault) return;
    const char* colon = strchr(fault, ':');
    if (!colon) return;
    from = strtol(colon + 1, NULL, 10);
    for (int k = COUNT; k <= CLOCK; ++k)
        if (strncmp(fault, names[k], (size_t)(colon - fault)) == 0 && strlen(names[k]) == (size_t)(colon - fault))
            kind = (enum Kind)k;
}

__attribute__((destructor)) static void write_count(void) {
    const char* name = getenv("GALET_FAULT_COUNT");
    if (!name) return;
    char text[32];
    const int size = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
    const int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0) syscall(SYS_write, file, text, (size_t)size);
}

static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

// What becomes of a call that changes files: makes room for, or leaves room (removing, renaming).
enum Fate { GOES, FAILS, CUT };

static enum Fate fate(int needs_room, int waits_or_writes) {
    if (kind == NONE || kind == MEMORY || kind == CLOCK) return GOES;
    const long call = atomic_fetch_add(&calls, 1) + 1;
    if (kind == COUNT || call < from) return GOES;
    switch (kind) {
        case KILL:
            die();
            return GOES;
        case TORN:
            return CUT;
        case FULL:
            if (!needs_room) return GOES;
            if (call == from) return CUT;
            errno = ENOSPC;
            return FAILS;
        case READONLY:
            errno = EROFS;
            return FAILS;
        case IO:
            if (!waits_or_writes) return GOES;
            errno = EIO;
            return FAILS;
        default:
            return GOES;
    }
}

// Bytes of a write that is cut: between two pages, near its middle.
static size_t cut(size_t size, off_t offset) {
    const size_t end = ((size_t)offset + size / 2) / 4096 * 4096;
    return end > (size_t)offset ? end - (size_t)offset : 0;
}

static ssize_t write_fate(int file, const void* bytes, size_t size, off_t offset, int call) {
    const enum Fate what = fate(1, 1);
    if (what == FAILS) return -1;
    const size_t part = what == CUT ? cut(size, offset) : size;
    if (what == CUT && kind == FULL && part == 0) {
        errno = ENOSPC;
        return -1;
    }
    const ssize_t done = call == SYS_write ? syscall(SYS_write, file, bytes, part)
                                           : syscall(SYS_pwrite64, file, bytes, part, offset);
    if (what == CUT && kind == TORN) die();
    return done;
}

ssize_t write(int file, const void* bytes, size_t size) {
    struct stat status;
    const int is_file = fstat(file, &status) == 0 && S_ISREG(status.st_mode);  // and neither a terminal nor a pipe
    if (file <= 2 || !is_file) return syscall(SYS_write, file, bytes, size);
    return write_fate(file, bytes, size, 0, SYS_write);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
    return write_fate(file, bytes, size, offset, SYS_pwrite64);
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off_t offset) { return pwrite(file, bytes, size, offset); }

// Calls that are made as a whole or not at all.
#define WHOLE(needs_room, waits_or_writes, ...)                    \
    do {                                                           \
        const enum Fate what = fate(needs_room, waits_or_writes);  \
        if (what == FAILS) return -1;                              \
        if (what == CUT && kind == FULL) {                         \
            errno = ENOSPC;                                        \
            return -1;                                             \
        }                                                          \
        const int done = (int)syscall(__VA_ARGS__);                \
        if (what == CUT) die();                                    \
        return done;                                               \
    } while (0)

int ftruncate(int file, off_t size) { WHOLE(1, 1, SYS_ftruncate, file, size); }
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }
int fsync(int file) { WHOLE(0, 1, SYS_fsync, file); }
int fdatasync(int file) { WHOLE(0, 1, SYS_fdatasync, file); }
int rename(const char* old, const char* new) { WHOLE(0, 0, SYS_rename, old, new); }
int link(const char* old, const char* new) { WHOLE(1, 0, SYS_link, old, new); }
int unlink(const char* name) { WHOLE(0, 0, SYS_unlink, name); }
int remove(const char* name) { WHOLE(0, 0, SYS_unlink, name); }
int mkdir(const char* name, mode_t mode) { WHOLE(1, 0, SYS_mkdir, name, mode); }

static int open_whole(const char* name, int flags, mode_t mode) {
    const int changes = (flags & (O_CREAT | O_TRUNC)) != 0;
    if (kind == READONLY && !changes && (flags & O_ACCMODE) != O_RDONLY && atomic_load(&calls) + 1 >= from) {
        errno = EROFS;
        return -1;
    }
    if (!changes) return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
    WHOLE(1, 0, SYS_openat, AT_FDCWD, name, flags, mode);
}

int open(const char* name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_whole(name, flags, mode);
}
int open64(const char* name, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    return open_whole(name, flags, mode);
}

// Memory. The C library's own names of these functions need no look-up, which would itself ask for memory.
extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t count, size_t size);
extern void* __libc_realloc(void* memory, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

enum { kMuch = 8 << 20 };

static int refused(size_t size) {
    if ((kind != MEMORY && kind != COUNT) || size < large) return 0;
    if (kind == COUNT) return 0;
    // Who makes sure of some megabytes before work that needs them is refused where that work would be.
    const int ahead = size >= kMuch ? 32 : 0;
    if ((ahead ? atomic_load(&calls) : atomic_fetch_add(&calls, 1)) + 1 + ahead < from) return 0;
    errno = ENOMEM;
    return 1;
}

void* malloc(size_t size) { return refused(size) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return refused(count * size) ? NULL : __libc_calloc(count, size); }
void* realloc(void* memory, size_t size) { return refused(size) ? NULL : __libc_realloc(memory, size); }
void* memalign(size_t alignment, size_t size) { return refused(size) ? NULL : __libc_memalign(alignment, size); }
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory ? 0 : ENOMEM;
}

// Clocks.
int clock_gettime(clockid_t clock, struct timespec* now) {
    static atomic_long readings = 0;
    const int done = (int)syscall(SYS_clock_gettime, clock, now);
    if (kind == CLOCK && done == 0) {
        const long k = atomic_fetch_add(&readings, 1);
        now->tv_sec += (k % 3 - 1) * from;
    }
    return done;
}
