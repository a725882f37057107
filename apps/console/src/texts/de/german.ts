import type { Catalogues } from '../words.ts'
import { account } from './account.ts'
import { action } from './action.ts'
import { activity } from './activity.ts'
import { analytics } from './analytics.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { backups } from './backups.ts'
import { databases } from './databases.ts'
import { dataAccess } from './data-access.ts'
import { dataExchange } from './data-exchange.ts'
import { dataHistory } from './data-history.ts'
import { dataCells } from './data-cells.ts'
import { dataQuery } from './data-query.ts'
import { dataSaved } from './data-saved.ts'
import { dataValues } from './data-values.ts'
import { data } from './data.ts'
import { devices } from './devices.ts'
import { editor } from './editor.ts'
import { files } from './files.ts'
import { first } from './first.ts'
import { frame } from './frame.ts'
import { indexes } from './indexes.ts'
import { jobs } from './jobs.ts'
import { members } from './members.ts'
import { order } from './order.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { projects } from './projects.ts'
import { providerFields } from './provider-fields.ts'
import { requests } from './requests.ts'
import { ruleWords } from './rule-words.ts'
import { rulesTests } from './rules-tests.ts'
import { rules } from './rules.ts'
import { server } from './server.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { signInSettings } from './sign-in-settings.ts'
import { simulator } from './simulator.ts'
import { users } from './users.ts'

/** The catalogues in German, by the names of their files. */
export const german: Catalogues = {
  ...first,
  account,
  action,
  activity,
  analytics,
  apps,
  audit,
  backups,
  databases,
  'data-access': dataAccess,
  'data-exchange': dataExchange,
  'data-history': dataHistory,
  'data-cells': dataCells,
  'data-query': dataQuery,
  'data-saved': dataSaved,
  'data-values': dataValues,
  data,
  devices,
  editor,
  files,
  frame,
  indexes,
  jobs,
  members,
  order,
  overview,
  palette,
  projects,
  'provider-fields': providerFields,
  requests,
  'rule-words': ruleWords,
  'rules-tests': rulesTests,
  rules,
  server,
  sessions,
  settings,
  'sign-in-settings': signInSettings,
  simulator,
  users,
}
