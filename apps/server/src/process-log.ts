import { pino } from 'pino'
import type { Log } from './ambient.ts'
import { encodeRequestLine, type RequestLine } from './http/request-line.ts'

const flushMs = 250

/** The process's log: JSON lines on standard error. Lines are collected and written together, so that a request costs no system call. */
export interface ProcessLog extends Log {
  request(line: RequestLine): void
  /** Writes what is left, before the process ends. */
  flush(): void
}

export function openProcessLog(level: 'info' | 'warn' | 'error' | 'silent'): ProcessLog {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 8 * 1024 })
  // A closed standard error is no reason to stop serving.
  destination.on('error', () => undefined)
  const logger = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, destination)
  const timer = setInterval(() => destination.flush(), flushMs)
  timer.unref()
  return {
    info: (fields, message) => logger.info(fields, message),
    request: (line) => {
      if (level === 'info') destination.write(encodeRequestLine(line, Date.now()))
    },
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: () => {
      clearInterval(timer)
      try {
        destination.flushSync()
      } catch {
        // Standard error is closed, so there is nobody left to tell.
      }
    },
  }
}
