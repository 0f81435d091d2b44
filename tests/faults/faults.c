/* Preloaded (LD_PRELOAD) into a process on Linux: the n-th call that would change a file below a folder fails with the
   given errno; if `lasting`, so do all later ones, as on a disk that stays full. `fault_arm` starts the count, n = 0
   only counts; `fault_name` is the call that failed first, or NULL. A close that fails has closed the file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static int nth, number, lasting;
static atomic_int calls;
static const char *failed;

void fault_arm(const char *below, int n, int with, int on) {
    strncpy(folder, below, sizeof folder - 1);
    nth = n, number = with, lasting = on, failed = NULL, calls = 0;
}

const char *fault_name(void) { return failed; }

int fault_calls(void) { return calls; }

static int below(const char *path) {
    size_t n = strlen(folder);
    return n && !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

static int below_at(int at, const char *path) {
    char link[64], base[PATH_MAX];
    if (path && *path == '/') return below(path);
    snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
    ssize_t n = readlink(link, base, sizeof base - 1);
    return base[n < 0 ? 0 : n] = 0, below(base);
}

static int fails(const char *call, int concerned) {
    if (!concerned) return 0;
    int n = ++calls;
    if (n < nth || (n > nth && !lasting)) return 0;
    if (n == nth) failed = call;
    errno = number;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define CALL(type, name, parameters, concerned, ...)                                                                   \
    type name parameters { return fails(#name, concerned) ? -1 : NEXT(name)(__VA_ARGS__); }
#define OPEN(name, parameters, at, ...)                                                                                \
    int name parameters {                                                                                              \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                        \
        va_end(rest);                                                                                                  \
        int writes = (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;                                               \
        return fails(#name, writes && below_at(at, path)) ? -1 : NEXT(name)(__VA_ARGS__, mode);                                  \
    }

OPEN(open, (const char *path, int flags, ...), AT_FDCWD, path, flags)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, path, flags)
OPEN(openat, (int at, const char *path, int flags, ...), at, at, path, flags)
OPEN(openat64, (int at, const char *path, int flags, ...), at, at, path, flags)
CALL(int, creat, (const char *path, mode_t mode), below_at(AT_FDCWD, path), path, mode)
CALL(int, creat64, (const char *path, mode_t mode), below_at(AT_FDCWD, path), path, mode)
CALL(ssize_t, write, (int file, const void *from, size_t n), below_at(file, NULL), file, from, n)
CALL(ssize_t, pwrite, (int file, const void *from, size_t n, off_t at), below_at(file, NULL), file, from, n, at)
CALL(ssize_t, pwrite64, (int file, const void *from, size_t n, off64_t at), below_at(file, NULL), file, from, n, at)
CALL(ssize_t, writev, (int file, const struct iovec *from, int n), below_at(file, NULL), file, from, n)
CALL(int, fsync, (int file), below_at(file, NULL), file)
CALL(int, fdatasync, (int file), below_at(file, NULL), file)
CALL(int, fchmod, (int file, mode_t mode), below_at(file, NULL), file, mode)
CALL(int, chmod, (const char *path, mode_t mode), below_at(AT_FDCWD, path), path, mode)
CALL(int, mkdir, (const char *path, mode_t mode), below_at(AT_FDCWD, path), path, mode)
CALL(int, mkdirat, (int at, const char *path, mode_t mode), below_at(at, path), at, path, mode)
CALL(int, rename, (const char *from, const char *to), below_at(AT_FDCWD, to), from, to)
CALL(int, renameat, (int at, const char *from, int in, const char *to), below_at(in, to), at, from, in, to)
CALL(int, renameat2, (int at, const char *from, int in, const char *to, unsigned how), below_at(in, to), at, from, in,
     to, how)

int close(int file) {
    int writes = (fcntl(file, F_GETFL) & O_ACCMODE) != O_RDONLY;
    int wanted = fails("close", writes && below_at(file, NULL)), error = errno;
    int done = NEXT(close)(file);
    return wanted ? (errno = error, -1) : done;
}
