/**
 * All that a process of our own learns of our environment: where programs, libraries and temporary files are, and the language. Windows
 * starts nothing without its own folders.
 */
const HANDED_ON = new Set(
  [
    ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE'],
    ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'DYLD_FALLBACK_LIBRARY_PATH', '__CF_USER_TEXT_ENCODING'],
    ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP'],
    ['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
    // How Node compiles and takes memory, as electron/scripts/paths.ts has it.
    ['NODE_COMPILE_CACHE', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX'],
  ].flat(),
)

/** Without what our environment holds of keys and of flags for Node. */
export function childEnvironment(): Record<string, string | undefined> {
  // Windows writes names as it likes, `Path` among them.
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => HANDED_ON.has(name.toUpperCase())))
}
