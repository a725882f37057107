import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'hearth-tests-'
/** Tests hold some hundred MiB at once. */
const freeBytesMin = 4 * 1024 ** 3

/**
 * Runs `work` with an environment whose temporary folder is in memory, where the system has one with room: each commit of a test would wait
 * some milliseconds for the disk, and no test takes the power away. Elsewhere the environment is empty.
 */
export async function withMemoryFolder(work) {
  const folder = makeFolder()
  try {
    return await work(folder === undefined ? {} : { TMPDIR: folder })
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

function makeFolder() {
  if (process.platform !== 'linux' || process.env.TMPDIR !== undefined || !existsSync(memory)) return undefined
  try {
    removeLeft()
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, freemem()) < freeBytesMin) return undefined
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    // A test runs the server as somebody else.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    // Not every system lets everybody write there.
    return undefined
  }
}

/** What runs that were ended by a signal have left behind. */
function removeLeft() {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    const isRunning = existsSync(`/proc/${Number.parseInt(name.slice(prefix.length), 10)}`)
    if (!isRunning) rmSync(join(memory, name), { recursive: true, force: true })
  }
}
