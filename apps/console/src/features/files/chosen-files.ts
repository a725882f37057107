/** A file from this machine, and where it stands below the folder it is sent to. */
export interface ChosenFile {
  readonly file: File
  /** `cat.png`, or `holiday/cat.png` when a folder was chosen. */
  readonly path: string
}

/** The files of a file dialog, for single files and for a whole folder alike. */
export function chosenFiles(files: FileList): readonly ChosenFile[] {
  return Array.from(files, (file) => ({
    file,
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  }))
}

/**
 * The files that were dropped, with those in dropped folders. Stops after `max + 1` of them, which tells that there are too many. Must be
 * called while the drop is handled: the browser takes the items away right after.
 */
export async function droppedFiles(transfer: DataTransfer, max: number): Promise<readonly ChosenFile[]> {
  const dropped = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const found: ChosenFile[] = []
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory === true) await walk(entry as FileSystemDirectoryEntry, entry.name, found, max)
    else if (file !== null && found.length <= max) found.push({ file, path: file.name })
  }
  return found
}

async function walk(folder: FileSystemDirectoryEntry, path: string, found: ChosenFile[], max: number): Promise<void> {
  const reader = folder.createReader()
  for (;;) {
    // Each call gives some of the entries, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return
    for (const entry of entries) {
      if (found.length > max) return
      const below = `${path}/${entry.name}`
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, below, found, max)
      else found.push({ file: await fileOf(entry as FileSystemFileEntry), path: below })
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
