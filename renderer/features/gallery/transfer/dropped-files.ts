/** The files in a drop, those inside of dropped folders included. */

/** Must be called while the drop is being handled: afterwards the browser has forgotten it. */
export function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const entries = Array.from(transfer.items).map((item) => item.webkitGetAsEntry())
  const plain = Array.from(transfer.files)
  return entries.some((entry) => entry?.isDirectory === true) ? readAll(entries) : Promise.resolve(plain)
}

async function readAll(entries: readonly (FileSystemEntry | null)[]): Promise<readonly File[]> {
  const files: File[] = []
  for (const entry of entries) {
    if (entry === null) continue
    if (isFile(entry)) files.push(await fileOf(entry))
    else if (isDirectory(entry)) files.push(...(await readAll(await entriesOf(entry))))
  }
  return files
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A folder is read in portions: it ends with an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
