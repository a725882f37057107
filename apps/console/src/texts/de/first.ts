import type { Catalogues } from '../words.ts'
import { app } from './app.ts'
import { errors } from './errors.ts'
import { policy } from './policy.ts'
import { signIn } from './sign-in.ts'
import { ui } from './ui.ts'

/** The catalogues that the page reads before anybody is signed in. */
export const first: Catalogues = { app, errors, policy, 'sign-in': signIn, ui }
