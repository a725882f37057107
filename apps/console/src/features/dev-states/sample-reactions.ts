import { HearthError } from '../../backend/api/hearth-error.ts'
import { reactionTo } from '../../backend/errors/reaction.ts'

/** As the server refuses somebody whose role is too low. */
export const deniedError = new HearthError({
  code: 'permission-denied',
  reason: 'ROLE_TOO_LOW',
  message: 'This needs the role owner; yours is editor.',
  requestId: '5f3a9c01de-4k',
})

/** As a server answers that is not there. */
export const unavailableError = new HearthError({
  code: 'unavailable',
  reason: 'NO_ANSWER',
  message: 'Failed to fetch',
  requestId: '5f3a9c01de-4m',
})

export const denied = reactionTo(deniedError)
