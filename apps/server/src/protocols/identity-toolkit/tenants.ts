import { z } from 'zod'
import { parseTestPhoneNumbers } from '../../identity/sign-in/test-phone-numbers.ts'
import type { ProjectIdentity } from '../../identity/identity-settings.ts'
import { realmOf } from '../../identity/realm.ts'
import type { Tenant, TenantSettings } from '../../identity/tenants/tenants.ts'
import {
  always,
  defineAdminMethod,
  type MethodCall,
  optionalFlag,
  optionalInteger,
  optionalText,
} from './define-method.ts'
import { encodeFactorConfig, factorConfigRequest, secondFactorsOf } from './factor-config-json.ts'
import {
  encodePolicyConfig,
  policyConfigRequest,
  policyOf,
  encodeSmsRegions,
  smsRegionRequest,
  smsRegionsOf,
} from './policy-config-json.ts'

const PAGE_SIZE_DEFAULT = 20
const PAGE_SIZE_MAX = 1_000

const tenantRequest = z.strictObject({
  name: optionalText,
  displayName: optionalText,
  // Answers have it; the path is what counts.
  tenantId: optionalText,
  disableAuth: optionalFlag,
  allowPasswordSignup: optionalFlag,
  enableEmailLinkSignin: optionalFlag,
  enableAnonymousUser: optionalFlag,
  mfaConfig: factorConfigRequest.nullish(),
  testPhoneNumbers: z.record(z.string(), z.string()).nullish(),
  smsRegionConfig: smsRegionRequest.nullish(),
  passwordPolicyConfig: policyConfigRequest.nullish(),
  emailPrivacyConfig: z.strictObject({ enableImprovedEmailPrivacy: optionalFlag }).nullish(),
})

type TenantRequest = z.infer<typeof tenantRequest>

export const createTenant = defineAdminMethod({
  method: 'POST',
  path: 'v2/projects/:project/tenants',
  needs: 'owner',
  needsRecentSignIn: always,
  request: tenantRequest,
  async handle(request, call) {
    const current = await call.identity.settings.get(call.project)
    const changes = changesOf(request, { ...current, secondFactors: [] })
    return await encodeTenant(call, await call.identity.tenants.create(call.project, request.displayName, changes))
  },
})

export const getTenant = defineAdminMethod({
  method: 'GET',
  path: 'v2/projects/:project/tenants/:id',
  needs: 'viewer',
  request: z.object({}),
  async handle(_request, call) {
    return await encodeTenant(call, await call.identity.tenants.get(call.project, call.params['id'] ?? ''))
  },
})

export const updateTenant = defineAdminMethod({
  method: 'PATCH',
  path: 'v2/projects/:project/tenants/:id',
  needs: 'owner',
  needsRecentSignIn: always,
  request: tenantRequest,
  async handle(body, call) {
    const { project, identity, exchange } = call
    const request = named(body, exchange.query.get('updateMask'))
    const id = call.params['id'] ?? ''
    let tenant = await identity.tenants.get(project, id)
    if (request.displayName !== undefined) tenant = await identity.tenants.rename(project, id, request.displayName)
    await identity.settings.update(realmOf(project, id), (current) => changesOf(request, current))
    return await encodeTenant(call, tenant)
  },
})

export const deleteTenant = defineAdminMethod({
  method: 'DELETE',
  path: 'v2/projects/:project/tenants/:id',
  needs: 'owner',
  needsRecentSignIn: always,
  request: z.object({}),
  async handle(_request, { project, identity, params }) {
    await identity.tenants.delete(project, params['id'] ?? '')
    return {}
  },
})

export const listTenants = defineAdminMethod({
  method: 'GET',
  path: 'v2/projects/:project/tenants',
  needs: 'viewer',
  request: z.object({ pageSize: optionalInteger, pageToken: optionalText }),
  async handle({ pageSize, pageToken }, call) {
    const limit = Math.min(Math.max(1, pageSize ?? PAGE_SIZE_DEFAULT), PAGE_SIZE_MAX)
    const { tenants, next } = await call.identity.tenants.list(call.project, { after: pageToken, limit })
    return {
      tenants: await Promise.all(tenants.map((tenant) => encodeTenant(call, tenant))),
      ...(next !== undefined && { nextPageToken: next }),
    }
  },
})

/** What the mask names, by the names at the top; all of it without one. */
function named(request: TenantRequest, mask: string | null): Partial<TenantRequest> {
  if (!mask) return request
  const names = new Set(mask.split(',').map((path) => path.split('.')[0]))
  return Object.fromEntries(Object.entries(request).filter(([name]) => names.has(name)))
}

function changesOf(request: Partial<TenantRequest>, current: ProjectIdentity): TenantSettings {
  const { allowPasswordSignup, enableEmailLinkSignin, enableAnonymousUser, mfaConfig, passwordPolicyConfig } = request
  const emailPrivacy = request.emailPrivacyConfig?.enableImprovedEmailPrivacy
  return {
    ...(request.disableAuth !== undefined && { disabled: request.disableAuth }),
    ...(allowPasswordSignup !== undefined && { passwordSignIn: allowPasswordSignup }),
    ...(enableEmailLinkSignin !== undefined && { emailLinkSignIn: enableEmailLinkSignin }),
    ...(enableAnonymousUser !== undefined && { anonymous: enableAnonymousUser }),
    ...(emailPrivacy !== undefined && { emailPrivacy }),
    ...(request.testPhoneNumbers && { testPhoneNumbers: parseTestPhoneNumbers(request.testPhoneNumbers) }),
    ...(request.smsRegionConfig && { smsRegions: smsRegionsOf(request.smsRegionConfig) }),
    ...(mfaConfig && { secondFactors: secondFactorsOf(mfaConfig, current.secondFactors) }),
    ...(passwordPolicyConfig && { passwordPolicy: policyOf(passwordPolicyConfig, current.passwordPolicy) }),
  }
}

async function encodeTenant(
  { project, identity }: MethodCall,
  { id, displayName }: Tenant,
): Promise<Record<string, unknown>> {
  const settings = await identity.settings.get(realmOf(project, id))
  return {
    name: `projects/${project}/tenants/${id}`,
    tenantId: id,
    displayName,
    disableAuth: settings.disabled,
    allowPasswordSignup: settings.passwordSignIn,
    enableEmailLinkSignin: settings.emailLinkSignIn,
    enableAnonymousUser: settings.anonymous,
    mfaConfig: encodeFactorConfig(settings.secondFactors),
    testPhoneNumbers: settings.testPhoneNumbers,
    smsRegionConfig: encodeSmsRegions(settings.smsRegions),
    passwordPolicyConfig: encodePolicyConfig(settings.passwordPolicy),
    emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.emailPrivacy },
  }
}
