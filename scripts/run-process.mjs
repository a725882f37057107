import { spawn } from 'node:child_process'
import { root } from './pinned-node.mjs'

/**
 * Runs a program to its end, in the repository's root. `quiet` keeps its output instead of showing it.
 * Resolves with `{ code, output }`; a program that can't be started has code 127.
 */
export function runProcess(program, words, { environment = process.env, quiet = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd,
      env: environment,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: 127, output: `${program}: ${error.message}` }))
    child.once('close', (code, signal) => {
      resolve({ code: code ?? (signal === null ? 1 : 128), output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}
