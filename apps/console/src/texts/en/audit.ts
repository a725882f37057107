import { inLanguage } from '../in-language.ts'

/** Who acted, by the kind that the server names. */
const actors: Readonly<Record<string, string>> = {
  visitor: 'a visitor',
  server: 'the server',
  'service-key': 'a service key',
  person: 'a person',
}

/** What the server has noted of an act, by its name there; others are shown as they are. */
const details: Readonly<Record<string, string>> = {
  change: 'Change',
  settings: 'Settings',
  link: 'Kind of link',
  given: 'The link went',
  fields: 'Fields of the request',
  users: 'Users',
  name: 'Name',
  reason: 'Reason',
  repeats: 'Times',
  state: 'State',
  database: 'Database',
  through: 'How many',
  refused: 'Refused',
}

/** Texts of the list of what was done to a project. */
export const auditTexts = inLanguage('audit', {
  title: 'Audit log',
  text: 'What was done to this project and by whom, chained by hashes: hearth audit verify checks that nothing was changed or taken out.',
  failed: 'Couldn’t read the audit log',
  ownersOnly: 'Owners of the project read its audit log.',
  empty: 'Nothing yet',
  emptyText:
    'Changes of users, rules, keys and settings appear here, and exports and changes of many documents at once.',
  noneFound: 'Nothing found',
  noneFoundText: 'No entry fits all of these filters.',
  noneFoundYet: 'None of the newest entries fits all of these filters. Show more looks further back.',
  list: 'Entries of the audit log',
  filters: 'Filter the audit log',
  about: 'About the audit log',
  apply: 'Apply',
  filterHelp: {
    actor: 'Part of an address, a name or an id',
    action: 'Such as users, password or sign-in',
    target: 'Part of an address, a name, an id or a path',
  },
  entry: (number: number) => `Entry ${number}`,
  time: 'Time',
  times: 'How often',
  timesWithinAnHour: (times: number) => `${times} times within an hour; this is the latest`,
  actor: 'Who',
  action: 'What',
  target: 'To what',
  details,
  address: 'From',
  requestId: 'Request id',
  hash: 'Hash',
  more: 'Show more',
  full: (shown: string) => `These are the newest ${shown}. Filters find older ones.`,
  actors,
  allCollections: 'all collections',
  backupOf: (time: string) => `backup of ${time}`,
  uid: 'User id',
  key: 'Key id',
})
