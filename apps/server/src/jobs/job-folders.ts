import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError, tryParseJson } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import { JOB_FORMAT, type JobProblem, type JobRecord, jobShape, problemsShape } from './job-record.ts'

const RECORD_FILE = 'job.json'
const PROBLEMS_FILE = 'problems.json'
const idForm = /^[A-Za-z0-9]{20}$/

/**
 * Where jobs are: `<folder>/<project>/<id>/` with `job.json`, `problems.json`, and the files that they read (`upload.jsonl`) and write
 * (`lines.jsonl`, `result.csv`). For the server's own user alone; backups leave them out.
 */
export class JobFolders {
  readonly #folder: string
  readonly #log: Log
  /** Of a job's record: one is written after the other. */
  readonly #writing = new Map<string, Promise<void>>()

  constructor(folder: string, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  get root(): string {
    return this.#folder
  }

  pathOf({ project, id }: Pick<JobRecord, 'project' | 'id'>, file = ''): string {
    return join(this.#folder, project, id, file)
  }

  /** Those of all projects. What can't be understood is left where it is, and told. */
  async readAll(): Promise<JobRecord[]> {
    const records: JobRecord[] = []
    for (const project of await namesIn(this.#folder)) {
      for (const id of await namesIn(join(this.#folder, project))) {
        const record = idForm.test(id) ? await this.#read(project, id) : undefined
        if (record !== undefined) records.push(record)
      }
    }
    return records
  }

  async create(record: JobRecord): Promise<void> {
    await mkdir(this.pathOf(record), { recursive: true, mode: 0o700 })
    await this.write(record)
  }

  /** Whole or not at all, and durable. */
  async write(record: JobRecord): Promise<void> {
    const path = this.pathOf(record, RECORD_FILE)
    const written = (this.#writing.get(path) ?? Promise.resolve()).then(() => writeWhole(path, record))
    const settled = written.catch(() => undefined)
    this.#writing.set(path, settled)
    void settled.then(() => this.#writing.get(path) === settled && this.#writing.delete(path))
    await written
  }

  async writeProblems(record: JobRecord, problems: readonly JobProblem[]): Promise<void> {
    await writeWhole(this.pathOf(record, PROBLEMS_FILE), problems)
  }

  async readProblems(record: JobRecord): Promise<JobProblem[]> {
    const parsed = problemsShape.safeParse(tryParseJson(await textOf(this.pathOf(record, PROBLEMS_FILE))))
    return parsed.success ? parsed.data : []
  }

  /** Of all files of the jobs of a project, in bytes. */
  async bytesOf(project: string): Promise<number> {
    let bytes = 0
    for (const id of await namesIn(join(this.#folder, project))) {
      for (const file of await namesIn(join(this.#folder, project, id))) {
        bytes += await sizeOf(join(this.#folder, project, id, file))
      }
    }
    return bytes
  }

  async remove(record: JobRecord): Promise<void> {
    await rm(this.pathOf(record), { recursive: true, force: true })
  }

  async removeAll(project: string): Promise<void> {
    await rm(join(this.#folder, project), { recursive: true, force: true })
  }

  async #read(project: string, id: string): Promise<JobRecord | undefined> {
    const parsed = jobShape.safeParse(tryParseJson(await textOf(join(this.#folder, project, id, RECORD_FILE))))
    if (parsed.success && parsed.data.format <= JOB_FORMAT && parsed.data.id === id) return parsed.data
    this.#log.warn({ project, job: id }, 'a job can’t be understood')
    return undefined
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return ''
    throw error
  }
}

/** 0 for a file that is gone. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isAbsent(error)) return 0
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** One at a time writes to a file, so that the one aside has one name. */
async function writeWhole(path: string, content: unknown): Promise<void> {
  const aside = `${path}.new`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(content))
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(aside, path)
}

/** A disk that is full ends a job with its reason. */
export function asJobFailure(error: unknown): StatusError {
  if (error instanceof StatusError) return error
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull() : internal(error)
}

export function diskFull(): StatusError {
  return new StatusError(
    'resource-exhausted',
    'DISK_FULL',
    'The disk of the server is nearly full. Make room, then let the job go on.',
  )
}

export function filesFull(): StatusError {
  return new StatusError(
    'resource-exhausted',
    'JOB_FILES_FULL',
    'The files of the project’s jobs have 16 GiB. Delete some of the jobs.',
  )
}

function internal(cause: unknown): StatusError {
  return new StatusError('internal', 'INTERNAL', 'The server met an error that its log describes.', { cause })
}
