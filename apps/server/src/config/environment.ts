import type { Environment } from './given-settings.ts'

/** The only reader of the environment. */
export function readEnvironment(): Environment {
  return process.env
}
