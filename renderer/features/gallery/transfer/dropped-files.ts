/** Finds the files in a drop, those inside of dropped folders included. */

export interface DroppedFiles {
  readonly files: readonly File[]
  /** Names of files and folders that cannot be read. */
  readonly unread: readonly string[]
}

/** Must be called while the drop is being handled: afterwards the browser has forgotten it. */
export async function droppedFiles(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<DroppedFiles> {
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = { files: Array.from(transfer.files), unread: [] }
  if (!entries.some((entry) => entry.isDirectory)) return plain
  const found = { files: [] as File[], unread: [] as string[] }
  await readAll(entries, found)
  return found
}

async function readAll(
  entries: readonly FileSystemEntry[],
  found: { readonly files: File[]; readonly unread: string[] },
): Promise<void> {
  for (const entry of entries) {
    try {
      if (isFile(entry)) found.files.push(await fileOf(entry))
      else if (isDirectory(entry)) for await (const some of portionsOf(entry)) await readAll(some, found)
    } catch {
      found.unread.push(entry.name)
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A folder is read in portions: it ends with an empty one. */
async function* portionsOf(folder: FileSystemDirectoryEntry): AsyncGenerator<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    yield some
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
