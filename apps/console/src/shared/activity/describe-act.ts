import { activityTexts as texts } from '../../texts/en/activity.ts'
import { formatNumber } from '../../texts/format.ts'
import type { NamedAct, FoldedActs } from './fold-acts.ts'

/** A sentence without its subject, such as `Disabled the user Ada`. Of an action that is not known its name. */
export function describeAct(act: NamedAct): string {
  const { action } = act
  const at = action.indexOf('.')
  const [service, operation] = [action.slice(0, at), action.slice(at + 1)]
  if (isBulkAct(action)) return describeBulk(act)
  if (service === 'users') return describeUsers(operation, act) ?? action
  if (service === 'team') return describeTeam(operation, act) ?? action
  if (service === 'session') return texts.entered
  if (service === 'account') return describeAccount(operation, act) ?? action
  if (service === 'rules') return describeRules(operation, act) ?? action
  if (service === 'backups' || service === 'server') return texts.wholeActs[action] ?? action
  if (service === 'databases') return describeDatabases(operation, act) ?? action
  if (service === 'documents' && act.target === 'sample data') {
    return operation === 'create' ? texts.samplesAdded : texts.samplesDeleted
  }
  const thing = texts.things[service]
  const verb = verbs[operation]
  if (thing === undefined || verb === undefined) return texts.wholeActs[action] ?? action
  const name = act.detail['name'] ?? (isNamedByTarget.has(service) ? act.target : '')
  return (action === 'service-keys.delete' ? texts.revoked : verb)(named(thing, name))
}

/** As `describeAct`, of acts that are told as one. */
export function describeMany({ newest, others, place }: FoldedActs): string {
  if (others.length === 0) return describeAct(newest)
  const all = [newest, ...others]
  const many = texts.many[newest.action]
  if (many !== undefined) return many(formatNumber(all.length), place)
  const targets = [...new Set(all.map(({ target }) => target))]
  return describeAct({ ...newest, target: targets.join(', ') })
}

/** What is done with many at once, as the console has told the server. */
export function isBulkAct(action: string): boolean {
  return bulkActs.has(action)
}

const bulkActs: ReadonlySet<string> = new Set([
  'documents.delete-many',
  'documents.export',
  'documents.import',
  'documents.restore-many',
  'documents.set-many',
  'documents.take-back',
  'users.export',
])

function describeBulk({ action, detail }: NamedAct): string {
  const what = texts.wholeActs[action] ?? action
  const { state, through } = detail
  return state === undefined ? what : texts.bulkAct(what, texts.states[state] ?? state, through)
}

/** Which services' targets say something to people: a path, an id that they chose. */
const isNamedByTarget: ReadonlySet<string> = new Set(['documents', 'files', 'webhooks', 'project'])

const verbs: Readonly<Record<string, (what: string) => string>> = {
  create: texts.created,
  update: texts.updated,
  delete: texts.deleted,
  rotate: texts.rotated,
  publish: texts.published,
  withdraw: texts.withdrawn,
}

function named(thing: string, name: string): string {
  return name === '' ? thing : `${thing} ${name}`
}

/** Logs that an earlier version wrote name the HTTP method. */
const ruleOperations: Readonly<Record<string, string>> = { post: 'create', patch: 'update', put: 'update' }

function describeRules(operation: string, { target }: NamedAct): string | undefined {
  const done = ruleOperations[operation] ?? operation
  if (done !== 'delete') return target.includes('/rulesets/') ? texts.rulesSaved : texts.rulesPublished
  return target.includes('/releases/') ? texts.rulesWithdrawn : texts.rulesDeleted
}

/** `databases/archive`, `databases/archive/indexes`, `databases/archive/collectionGroups/orders/fields/paidAt`. */
function describeDatabases(operation: string, { target }: NamedAct): string | undefined {
  const [, database = '', ...below] = target.split('/')
  const at = below.indexOf('collectionGroups')
  const group = at < 0 ? '' : (below[at + 1] ?? '')
  if (below.includes('fields')) return texts.fieldChanged(group)
  if (below.includes('indexes')) return group === '' ? texts.indexesChanged : texts.indexesOfChanged(group)
  return verbs[operation]?.(named(texts.things['databases'] ?? '', database))
}

const signInEnds: ReadonlySet<string> = new Set(['mfaSignIn:finalize', 'passkeySignIn:finalize'])

function describeAccount(operation: string, act: NamedAct): string | undefined {
  const { target } = act
  if (operation === 'sign-in-failed') return target === '' ? texts.signInFailed : texts.signInFailedOf(target)
  if (operation === 'locked-out') return target === '' ? texts.signInHeldUp : texts.signInHeldUpOf(target)
  if (signInEnds.has(operation) || operation.startsWith('accounts:signInWith')) return texts.signedIn
  return texts.ownActs[operation]
}

function describeUsers(operation: string, act: NamedAct): string | undefined {
  const { target, detail } = act
  const who = peopleIn(act)
  const count = target === '' ? 0 : target.split(', ').length
  if (operation === 'accounts') return texts.userAdded(who)
  if (operation === 'accounts:update') return describeChange(who, detail['change'] ?? '')
  if (operation === 'accounts:delete') return texts.userDeleted(who)
  if (operation === 'accounts:batchDelete') return count === 1 ? texts.userDeleted(who) : texts.usersDeleted(count)
  if (operation === 'accounts:batchCreate') return texts.usersImported
  if (operation === 'accounts:batchGet') return texts.usersExported
  if (operation === 'endSession') return texts.sessionEnded(who)
  if (operation === 'accounts:sendOobCode') {
    const say = detail['given'] === 'by mail' ? texts.linkMailed : texts.linkMade
    return say(who, texts.links[detail['link'] ?? ''] ?? '').trim()
  }
  if (operation === 'config') return describeSettings(detail['settings'] ?? '')
  if (operation === 'passkeyConfig') return texts.passkeysChanged
  if (/(idp|saml)configs/i.test(operation)) return texts.providerChanged
  if (operation.startsWith('tenants')) return texts.tenantChanged
  // An earlier version wrote this of a provider or a tenant that was changed or deleted.
  return operation === ':id' ? texts.signInChanged : undefined
}

function describeChange(who: string, change: string): string {
  if (change === 'disabled') return texts.userDisabled(who)
  if (change === 'enabled') return texts.userEnabled(who)
  if (change === 'password') return texts.passwordSet(who)
  if (change === 'signed out everywhere') return texts.signedOut(who)
  const [, verb, provider = ''] = /^(linked|unlinked) ([^,]+)$/.exec(change) ?? []
  if (verb !== undefined) return (verb === 'linked' ? texts.linked : texts.unlinked)(who, provider)
  const words = change.split(', ').map((word) => texts.changes[word] ?? word)
  return texts.userChanged(who, words.join(', '))
}

/** `signIn.email.enabled off, authorizedDomains`; the first names the sentence where there are several. */
function describeSettings(settings: string): string {
  const known = settings.split(', ').flatMap((setting) => {
    const [path = '', state] = setting.split(' ')
    const name = texts.settings[path] ?? texts.settings[path.split('.')[0] ?? '']
    return name === undefined ? [] : [{ name, state }]
  })
  const [first] = known
  if (first === undefined) return texts.signInChanged
  const names = [...new Set(known.map(({ name }) => name))].join(', ')
  if (known.length > 1 || first.state === undefined) return texts.settingsChanged(names)
  return (first.state === 'on' ? texts.switchedOn : texts.switchedOff)(names)
}

function describeTeam(operation: string, act: NamedAct): string | undefined {
  if (operation === 'invite') return texts.invited
  if (operation === 'join') return texts.joined(texts.roles[act.target] ?? act.target)
  if (operation === 'leave') return texts.left
  if (operation !== 'update') return undefined
  const sentences = act.target.split(', ').map((uid) => {
    const who = act.names[uid] ?? uid
    const [before = '', after = ''] = (act.detail[uid] ?? '').split(' → ')
    const [was, is] = [texts.roles[before], texts.roles[after]]
    if (is === undefined) return after === 'none' ? texts.memberRemoved(who) : texts.updated(who)
    return was === undefined ? texts.roleGiven(who, is) : texts.roleChanged(who, was, is)
  })
  return sentences.join(' · ')
}

function peopleIn({ target, names }: NamedAct): string {
  const [first = '', ...others] = target.split(', ').map((uid) => names[uid] ?? uid)
  return others.length === 0 ? first : texts.people(first, others.length)
}
