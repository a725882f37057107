import { pino } from 'pino'
import type { Log } from './lib/ambient.ts'
import { encodeRequestLine, type RequestLine } from './http/request-line.ts'
import { LogWriter } from './lib/log-writer.ts'

const FLUSH_MS = 250

/** The process's log: JSON lines on standard error. Lines are collected and written together, so that a request costs no system call. */
export interface ProcessLog extends Log {
  request(line: RequestLine): void
  /** Writes what is left, before the process ends. */
  flush(): void
}

export function openProcessLog(level: 'info' | 'warn' | 'error' | 'silent'): ProcessLog {
  // The stream itself is not written to: that its descriptor doesn't block from now on is what it is opened for.
  process.stderr.on('error', () => undefined)
  const writer = new LogWriter(2, lossLine)
  const logger = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, writer)
  const timer = setInterval(() => writer.flush(), FLUSH_MS)
  timer.unref()
  return {
    info: (fields, message) => logger.info(fields, message),
    request(line) {
      if (level === 'info') writer.write(encodeRequestLine(line, Date.now()))
    },
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush() {
      clearInterval(timer)
      writer.flushNow()
    },
  }
}

function lossLine(count: number): string {
  const line = {
    level: 'warn',
    time: Date.now(),
    count,
    msg: 'lines of this log were left out: they could not be written',
  }
  return `${JSON.stringify(line)}\n`
}
