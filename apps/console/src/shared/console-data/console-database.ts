import { connectAuth } from '@hearth/client/auth'
import type { FirebaseApp } from 'firebase/app'
import { callHearth } from '../../backend/api/call-hearth.ts'
import { HearthError } from '../../backend/api/hearth-error.ts'
import { defaultDatabase } from '../../backend/default-database.ts'
import type { CalledDatabase } from '../../documents/project-database.ts'
import { commit, type Write } from '../../documents/commit.ts'
import { documentsRoot } from '../../documents/values/wire-value.ts'
import { answerInTime } from '../../backend/live/answer-in-time.ts'

/**
 * The console's own documents, as its user speaks to them. By the REST protocol, which goes with the newest ID token, where a stream goes on
 * with the sign-in that it began with; and not in transactions of the SDK, which does nothing else while one waits for its answer.
 */
export function consoleDatabase(app: FirebaseApp): CalledDatabase {
  const id = app.options.projectId ?? ''
  return {
    id: defaultDatabase,
    root: documentsRoot(id, defaultDatabase),
    project: {
      id,
      call: async (call) => {
        const user = connectAuth(app).currentUser
        if (user === null)
          throw new HearthError({ code: 'unauthenticated', reason: 'SIGNED_OUT', message: 'Nobody is signed in.' })
        return await callHearth({ ...call, idToken: await user.getIdToken() })
      },
    },
  }
}

/** Writes all or nothing. Throws what the server answers, or what `answerInTime` does. */
export async function commitToConsole(
  app: FirebaseApp,
  writesIn: (database: CalledDatabase) => readonly Write[],
): Promise<void> {
  const database = consoleDatabase(app)
  await answerInTime(async (signal) => await commit(database, writesIn(database), signal))
}
