import { inLanguage } from '../in-language.ts'

/** Texts of the access tab of a document. */
export const accessTexts = inLanguage('data-access', {
  tab: 'Access',
  help: 'What the published rules say about this document as it is now. Members of the team and service keys are not asked: they go by their role.',
  visitor: 'Nobody signed in',
  user: (uid: string) => `Signed in as ${uid}`,
  uid: 'User id',
  uidHelp: 'Or a part of an address or a name, to choose whose it is.',
  claims: 'Claims',
  claimsHelp: 'What the ID token says beyond the user, such as {"admin": true}',
  ask: 'Ask as this user',
  noUid: 'A user id is needed.',
  badClaims: 'Claims are a JSON object, such as {"admin": true}.',
  failed: 'Couldn’t ask the rules',
  nothingPublished: 'No rules are published: nobody but the team and service keys gets in, except under hearth dev.',
  methods: {
    get: 'Read it',
    list: 'List it',
    create: 'Create it',
    update: 'Change it',
    delete: 'Delete it',
  },
  allowed: 'allowed',
  denied: 'denied',
  line: (line: number) => `Line ${line}`,
  notAllowedBy: (pattern: string, method: string) => `The block match ${pattern} doesn’t allow ${method}.`,
  nothingCovers: 'No match block covers this document.',
})
