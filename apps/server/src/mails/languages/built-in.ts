import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { MailLanguage } from './mail-language.ts'
import { spanish } from './spanish.ts'

/** The languages that mails are written in without anybody having written them, by their tag. */
export const builtInLanguages: ReadonlyMap<string, MailLanguage> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['nl', dutch],
])

/** Of a project that has not chosen one. */
export const USUAL_LANGUAGE = 'en'
