import { inLanguage } from '../speak.ts'

/** Who acted, by the kind that the server names. */
const actors: Readonly<Record<string, string>> = {
  visitor: 'a visitor',
  server: 'the server',
  'service-key': 'a service key',
  person: 'a person',
}

/** Texts of the list of what was done to a project. */
export const auditTexts = inLanguage('audit', {
  title: 'Audit log',
  text: 'What was done to this project and by whom, chained by hashes: hearth audit verify checks that nothing was changed or taken out.',
  failed: 'Couldn’t read the audit log',
  ownersOnly: 'Owners of the project read its audit log.',
  empty: 'Nothing yet',
  emptyText: 'Changes of users, rules, keys and settings appear here.',
  list: 'Entries of the audit log',
  number: 'No.',
  time: 'Time',
  actor: 'Who',
  action: 'What',
  target: 'To what',
  address: 'From',
  requestId: 'Request id',
  more: 'Show more',
  actors,
  uid: 'User id',
  key: 'Key id',
})
