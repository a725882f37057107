import { pino } from 'pino'
import type { Log } from './ambient.ts'
import { encodeRequestLine, type RequestLine } from './http/request-line.ts'

const flushMs = 250
const heldLengthMax = 8 * 1024

/** The process's log: JSON lines on standard error. Lines are collected and written together, so that a request costs no system call. */
export interface ProcessLog extends Log {
  request(line: RequestLine): void
  /** Writes what is left, before the process ends. */
  flush(): void
}

export function openProcessLog(level: 'info' | 'warn' | 'error' | 'silent'): ProcessLog {
  const destination = pino.destination({ dest: 2, sync: false, minLength: heldLengthMax })
  // A closed standard error is no reason to stop serving.
  destination.on('error', () => undefined)
  const logger = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, destination)
  let requestLines = ''
  const handOver = () => {
    if (requestLines === '') return
    destination.write(requestLines)
    requestLines = ''
  }
  const timer = setInterval(() => {
    handOver()
    destination.flush()
  }, flushMs)
  timer.unref()
  return {
    info(fields, message) {
      handOver()
      logger.info(fields, message)
    },
    request(line) {
      if (level !== 'info') return
      // Joined here, because the destination counts the bytes of every text that it is given.
      requestLines += encodeRequestLine(line, Date.now())
      if (requestLines.length >= heldLengthMax) handOver()
    },
    warn(fields, message) {
      handOver()
      logger.warn(fields, message)
    },
    error(fields, message) {
      handOver()
      logger.error(fields, message)
    },
    flush() {
      clearInterval(timer)
      handOver()
      try {
        destination.flushSync()
      } catch {
        // Standard error is closed, so there is nobody left to tell.
      }
    },
  }
}
