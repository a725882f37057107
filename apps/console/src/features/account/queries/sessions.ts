import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'
import { endOwnSession } from '../../../api/end-own-session.ts'
import { failureOf } from '../../../errors/failure.ts'
import { listedSession, type ListedSession } from '../../../api/listed-session.ts'

const ownSession = z.extend(listedSession, { isCurrent: z.boolean() })

interface OwnSession extends ListedSession {
  readonly isCurrent: boolean
}

const path = '/hearth/v1/account/sessions'

/** Where one is signed in, this session first. */
export async function listOwnSessions(idToken: string): Promise<readonly OwnSession[]> {
  const answer = z.object({ sessions: z.array(ownSession) })
  const { sessions } = await callHearth({ path, idToken, answer })
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** Ends one of them; one that is over already is what was wanted. */
export async function endSession(idToken: string, id: string): Promise<void> {
  try {
    await endOwnSession(idToken, id)
  } catch (thrown) {
    if (failureOf(thrown).code !== 'not-found') throw thrown
  }
}
