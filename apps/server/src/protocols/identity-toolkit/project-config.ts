import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { identityError } from '../../identity/identity-error.ts'
import { parseTestPhoneNumbers } from '../../identity/sign-in/test-phone-numbers.ts'
import type { ProjectIdentity } from '../../identity/identity-settings.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { always, defineAdminMethod } from './define-method.ts'
import {
  encodePolicyConfig,
  policyConfigRequest,
  policyOf,
  encodeSmsRegions,
  smsRegionRequest,
  smsRegionsOf,
} from './policy-config-json.ts'
import { encodeFactorConfig, factorConfigRequest, secondFactorsOf } from './factor-config-json.ts'

const flag = z.boolean().optional()

const configRequest = z.object({
  signIn: z
    .object({
      allowDuplicateEmails: flag,
      anonymous: z.object({ enabled: flag }).optional(),
      email: z.object({ enabled: flag, passwordRequired: flag }).optional(),
      phoneNumber: z
        .object({ enabled: flag, testPhoneNumbers: z.record(z.string(), z.string()).optional() })
        .optional(),
    })
    .optional(),
  authorizedDomains: z.array(z.string().max(253)).max(100).optional(),
  smsRegionConfig: smsRegionRequest.optional(),
  mfa: factorConfigRequest.optional(),
  client: z.object({ permissions: z.object({ disabledUserSignup: flag }).optional() }).optional(),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: flag }).optional(),
  passwordPolicyConfig: policyConfigRequest.optional(),
})

type ConfigRequest = z.infer<typeof configRequest>

/** Fields of the vendor's configuration that are understood; any other is refused, so that nothing seems to be set that is not. */
const understood = new Set(['name', ...Object.keys(configRequest.shape)])
const understoodBelow: Readonly<Record<string, ReadonlySet<string>>> = {
  signIn: new Set(['allowDuplicateEmails', 'anonymous', 'email', 'phoneNumber']),
  client: new Set(['permissions']),
}

export const getProjectConfig = defineAdminMethod({
  method: 'GET',
  path: 'v2/projects/:project/config',
  needs: 'viewer',
  request: z.object({}),
  async handle(_request, { project, identity }) {
    return encodeConfig(project, await identity.settings.get(project))
  },
})

/** Changes what the body has, as far as `updateMask` names it. */
export const updateProjectConfig = defineAdminMethod({
  method: 'PATCH',
  path: 'v2/projects/:project/config',
  needs: 'owner',
  needsRecentSignIn: always,
  request: z.record(z.string(), z.unknown()),
  async handle(body, { project, exchange, identity }) {
    const mask = exchange.query
      .get('updateMask')
      ?.split(',')
      .filter((path) => path !== '')
    const masked =
      mask === undefined ? body : Object.fromEntries(Object.entries(body).filter(([name]) => isNamed(mask, name)))
    assertUnderstood(masked, mask ?? [])
    const parsed = configRequest.safeParse(masked)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new StatusError(
        'invalid-argument',
        'INVALID_CONFIG',
        `The setting "${issue?.path.join('.')}" is not valid: ${issue?.message}.`,
      )
    }
    assertOneAccountInConsole(project, parsed.data)
    const settings = await identity.settings.update(project, (current) => changesOf(parsed.data, current, mask))
    return encodeConfig(project, settings)
  },
})

/** Roles and invitations of the console are by address. */
function assertOneAccountInConsole(project: string, { signIn }: ConfigRequest): void {
  if (project !== CONSOLE_PROJECT || signIn?.allowDuplicateEmails !== true) return
  throw identityError('OPERATION_NOT_ALLOWED', 'The console has one account for an e-mail address.')
}

function assertUnderstood(body: Readonly<Record<string, unknown>>, mask: readonly string[]): void {
  const names = [...Object.keys(body), ...mask.map((path) => path.split('.')[0] ?? '')]
  const foreign = names.find((name) => !understood.has(name))
  if (foreign !== undefined)
    throw identityError('OPERATION_NOT_ALLOWED', `The setting "${foreign}" is not supported yet.`)
  for (const [name, below] of Object.entries(understoodBelow)) {
    const value = body[name]
    const inner =
      typeof value === 'object' && value !== null ? Object.keys(value).find((key) => !below.has(key)) : undefined
    if (inner !== undefined)
      throw identityError('OPERATION_NOT_ALLOWED', `The setting "${name}.${inner}" is not supported yet.`)
  }
}

function isNamed(mask: readonly string[], path: string): boolean {
  return mask.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`))
}

function changesOf(
  request: ConfigRequest,
  current: ProjectIdentity,
  mask: readonly string[] | undefined,
): Partial<ProjectIdentity> {
  const named = <T>(path: string, value: T | undefined): T | undefined =>
    mask === undefined || isNamed(mask, path) ? value : undefined
  const duplicateEmails = named('signIn.allowDuplicateEmails', request.signIn?.allowDuplicateEmails)
  const anonymous = named('signIn.anonymous.enabled', request.signIn?.anonymous?.enabled)
  const passwordSignIn = named('signIn.email.enabled', request.signIn?.email?.enabled)
  const passwordRequired = named('signIn.email.passwordRequired', request.signIn?.email?.passwordRequired)
  const phoneSignIn = named('signIn.phoneNumber.enabled', request.signIn?.phoneNumber?.enabled)
  const testNumbers = named('signIn.phoneNumber.testPhoneNumbers', request.signIn?.phoneNumber?.testPhoneNumbers)
  const signUpIsOff = named('client.permissions.disabledUserSignup', request.client?.permissions?.disabledUserSignup)
  const emailPrivacy = named(
    'emailPrivacyConfig.enableImprovedEmailPrivacy',
    request.emailPrivacyConfig?.enableImprovedEmailPrivacy,
  )
  return {
    ...(duplicateEmails !== undefined && { duplicateEmails }),
    ...(anonymous !== undefined && { anonymous }),
    ...(passwordSignIn !== undefined && { passwordSignIn }),
    ...(passwordRequired !== undefined && { emailLinkSignIn: !passwordRequired }),
    ...(phoneSignIn !== undefined && { phoneSignIn }),
    ...(testNumbers !== undefined && { testPhoneNumbers: parseTestPhoneNumbers(testNumbers) }),
    ...(request.authorizedDomains !== undefined && { authorizedDomains: request.authorizedDomains }),
    ...(request.smsRegionConfig !== undefined && { smsRegions: smsRegionsOf(request.smsRegionConfig) }),
    ...(request.mfa !== undefined && { secondFactors: secondFactorsOf(request.mfa, current.secondFactors) }),
    ...(signUpIsOff !== undefined && { signUp: !signUpIsOff }),
    ...(emailPrivacy !== undefined && { emailPrivacy }),
    ...(request.passwordPolicyConfig !== undefined && {
      passwordPolicy: policyOf(request.passwordPolicyConfig, current.passwordPolicy),
    }),
  }
}

function encodeConfig(project: string, settings: ProjectIdentity): Record<string, unknown> {
  return {
    name: `projects/${project}/config`,
    signIn: {
      email: { enabled: settings.passwordSignIn, passwordRequired: !settings.emailLinkSignIn },
      phoneNumber: { enabled: settings.phoneSignIn, testPhoneNumbers: settings.testPhoneNumbers },
      anonymous: { enabled: settings.anonymous },
      allowDuplicateEmails: settings.duplicateEmails,
    },
    client: { permissions: { disabledUserSignup: !settings.signUp, disabledUserDeletion: false } },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.emailPrivacy },
    passwordPolicyConfig: encodePolicyConfig(settings.passwordPolicy),
    authorizedDomains: settings.authorizedDomains,
    smsRegionConfig: encodeSmsRegions(settings.smsRegions),
    mfa: encodeFactorConfig(settings.secondFactors),
  }
}
