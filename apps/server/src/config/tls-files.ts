import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type ServerConfig, SettingsError } from './server-config.ts'

/** PEM texts. */
export interface TlsFiles {
  readonly certificate: string
  readonly key: string
}

/** The certificate and key that the settings name; undefined without them. Throws `SettingsError` for files that can't be used. */
export async function readTlsFiles(tls: ServerConfig['http']['tls']): Promise<TlsFiles | undefined> {
  if (tls === undefined) return undefined
  const certificate = await read('HEARTH_TLS_CERTIFICATE', tls.certificateFile)
  const key = await read('HEARTH_TLS_KEY', tls.keyFile)
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    const reason = (error as Error).message
    throw new SettingsError([
      `HEARTH_TLS_CERTIFICATE and HEARTH_TLS_KEY are not a certificate and its key (${reason}).`,
    ])
  }
  return { certificate, key }
}

async function read(variable: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new SettingsError([`${variable}: the file can't be read (${(error as NodeJS.ErrnoException).code}).`])
  }
}
