import type { Environment } from './server-config.ts'

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return process.env
}
