/** The folders of the data directory that hold files for the page; nothing else in it is ever served. */
import { join } from 'node:path'

export function mediaFolders(dataDir: string): readonly string[] {
  return ['media', 'thumbs', 'inputs', 'exports'].map((folder) => join(dataDir, folder))
}
