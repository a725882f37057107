import type { FuzzTarget } from './fuzz-target.ts'
import { accountTextTargets } from './targets/account-texts.ts'
import { callTargets } from './targets/calls.ts'
import { connectionTargets } from './targets/connections.ts'
import { eventTargets } from './targets/events.ts'
import { frameTargets } from './targets/frames.ts'
import { httpTextTargets } from './targets/http-texts.ts'
import { imageTargets } from './targets/images.ts'
import { keptTextTargets } from './targets/kept-texts.ts'
import { messageTargets } from './targets/messages.ts'
import { nameTargets } from './targets/names.ts'
import { outsideTextTargets } from './targets/outside-texts.ts'
import { providerAnswerTargets } from './targets/provider-answers.ts'
import { queryTargets } from './targets/queries.ts'
import { ruleTargets } from './targets/rules.ts'
import { settingsTextTargets } from './targets/settings-texts.ts'
import { storageTextTargets } from './targets/storage-texts.ts'
import { streamTargets } from './targets/streams.ts'
import { tokenTargets } from './targets/tokens.ts'
import { valueTargets } from './targets/values.ts'
import { windowTargets } from './targets/windows.ts'

/** All that is fuzzed, in `npm test` and by `npm run fuzz`. */
export const targets: readonly FuzzTarget[] = [
  ...nameTargets,
  ...valueTargets,
  ...messageTargets,
  ...queryTargets,
  ...tokenTargets,
  ...frameTargets,
  ...callTargets,
  ...streamTargets,
  ...ruleTargets,
  ...eventTargets,
  ...outsideTextTargets,
  ...httpTextTargets,
  ...storageTextTargets,
  ...accountTextTargets,
  ...providerAnswerTargets,
  ...settingsTextTargets,
  ...imageTargets,
  ...keptTextTargets,
  ...windowTargets,
  ...connectionTargets,
]
