import { watch } from 'node:fs'

/** An editor writes a file in several steps. */
const SETTLE_MS = 50

/**
 * Calls `onChange` soon after something in one of the folders was saved. A folder that can't be watched is told to
 * `onLost`; the others are watched all the same.
 */
export function watchFolders(
  folders: Iterable<string>,
  { onChange, onLost }: { onChange: () => void; onLost: (cause: unknown, folder: string) => void },
): Disposable {
  const watchers: { close(): void }[] = []
  let settling: NodeJS.Timeout | undefined
  for (const folder of folders) {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(settling)
        settling = setTimeout(onChange, SETTLE_MS)
      })
      watcher.on('error', (cause) => onLost(cause, folder))
      watchers.push(watcher)
    } catch (cause) {
      onLost(cause, folder)
    }
  }
  return {
    [Symbol.dispose]() {
      clearTimeout(settling)
      for (const watcher of watchers) watcher.close()
    },
  }
}
