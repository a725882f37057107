import type { Catalogues } from '../words.ts'
import { app } from './app.ts'
import { errors } from './errors.ts'
import { frame } from './frame.ts'
import { members } from './members.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { policy } from './policy.ts'
import { projects } from './projects.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { ui } from './ui.ts'
import { validation } from './validation.ts'

/** The catalogues in German, by the names of their files. One that is not here reads English. */
export const german: Catalogues = {
  app,
  errors,
  frame,
  members,
  overview,
  palette,
  policy,
  projects,
  sessions,
  'sign-in': signIn,
  ui,
  validation,
}
