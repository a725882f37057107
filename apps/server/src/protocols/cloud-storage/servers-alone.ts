import { StatusError } from '@hearth/model'
import type { Authenticator } from '../../access/authenticator.ts'
import { permissionDenied } from '../../access/permission-denied.ts'

/**
 * This API is for servers: what it answers holds the download tokens of files, and its lists go as deep as they please, which rules
 * can't grant. Under `dev` it takes everybody without a credential for a server, as the vendor's emulator does and its libraries
 * expect; `Bearer owner` is open to all who reach it there, anyway.
 */
export function serversAlone(authenticator: Authenticator, mode: 'start' | 'dev'): Authenticator {
  return {
    async authenticate(project, authorization, from) {
      const caller = await authenticator.authenticate(project, authorization, from)
      if (caller.kind === 'user') throw permissionDenied()
      if (caller.kind !== 'visitor') return caller
      if (mode === 'dev') return { kind: 'admin', project }
      throw new StatusError('unauthenticated', 'UNAUTHENTICATED', 'This API needs a server credential.')
    },
  }
}
