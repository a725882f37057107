import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import { getCatalog, getRetention, postFunnel, postRealtimeReport, postReport } from './analytics-reports.ts'
import { createApiSecret, listApiSecrets, revokeApiSecret } from './analytics-secrets.ts'
import { analyticsSettings } from './analytics-settings.ts'
import { applyIndexes } from './apply-indexes.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey, updateApiKey } from './api-keys.ts'
import { removeApp, updateApp } from './change-app.ts'
import { createApp } from './create-app.ts'
import {
  createBackup,
  deleteBackup,
  listBackups,
  removeDeletedBackup,
  restoreBackup,
  undeleteBackup,
} from './backups.ts'
import { listChanges, listDeleted, listVersions, restoreVersion } from './document-history.ts'
import { createProject } from './create-project.ts'
import { listDeletedProjects, removeDeletedProject, undeleteProject } from './deleted-projects.ts'
import { deleteProject } from './delete-project.ts'
import type { HearthAdminDeps } from './deps.ts'
import { getConsole } from './get-console.ts'
import { getServer } from './get-server.ts'
import { getUsage } from './get-usage.ts'
import {
  acceptInvitation,
  describeInvitation,
  joinByInvitation,
  linkInvitation,
  mailInvitation,
} from './invitations.ts'
import { listApps } from './list-apps.ts'
import { listAudit } from './list-audit.ts'
import { listIndexes } from './list-indexes.ts'
import { listEvents } from './list-events.ts'
import { listDecisions } from './list-decisions.ts'
import { getInstallation, listInstallations } from './list-installations.ts'
import { listProjects } from './list-projects.ts'
import { listSignIns } from './list-sign-ins.ts'
import { listTrends } from './list-trends.ts'
import {
  listMailTemplates,
  previewMail,
  resetMailTemplate,
  sendTestMail,
  setMailLanguage,
  setMailTemplate,
} from './mail-templates.ts'
import { leaveProject, listMembers } from './members.ts'
import { noteBulkAct } from './note-bulk-act.ts'
import { openOperatorSession } from './open-operator-session.ts'
import { removeSampleData } from './remove-sample-data.ts'
import { revokeInstallation, revokeInstallations } from './revoke-installations.ts'
import { summarizeInstallations } from './summarize-installations.ts'
import { getRulesOverride } from './rules-override.ts'
import { getRequest, replayRules } from './rules-replay.ts'
import { createRulesTest, deleteRulesTest, listRulesTests, updateRulesTest } from './rules-tests.ts'
import { createServiceKey, listServiceKeys, revokeServiceKey } from './service-keys.ts'
import { endOwnSession, endUserSession, listOwnSessions, listUserSessions } from './sessions.ts'
import { getSettings, updateSettings } from './settings-route.ts'
import { fileSettings } from './file-settings.ts'
import { resetOwner } from './reset-owner.ts'
import { setUp } from './set-up.ts'
import { listSigningKeys, rotateSigningKeys } from './signing-keys.ts'
import { listWebhooks, removeWebhook, setWebhook } from './webhooks.ts'

/** Our own protocol, for the console: what the vendor's have no address for. Pages of other origins are kept out. */
export function createHearthAdminProtocol(deps: HearthAdminDeps): Protocol {
  const methods = [
    getConsole,
    getServer,
    setUp,
    resetOwner,
    listProjects,
    createProject,
    deleteProject,
    listDeletedProjects,
    undeleteProject,
    removeDeletedProject,
    openOperatorSession,
    listMembers,
    leaveProject,
    linkInvitation,
    mailInvitation,
    describeInvitation,
    acceptInvitation,
    joinByInvitation,
    getUsage,
    listTrends,
    listSignIns,
    listApps,
    createApp,
    updateApp,
    removeApp,
    listApiKeys,
    createApiKey,
    updateApiKey,
    rotateApiKey,
    revokeApiKey,
    listInstallations,
    summarizeInstallations,
    getInstallation,
    revokeInstallation,
    revokeInstallations,
    listEvents,
    postReport,
    postRealtimeReport,
    getCatalog,
    getRetention,
    postFunnel,
    getSettings(analyticsSettings),
    updateSettings(analyticsSettings),
    getSettings(fileSettings),
    updateSettings(fileSettings),
    listApiSecrets,
    createApiSecret,
    revokeApiSecret,
    listAudit,
    noteBulkAct,
    listDecisions,
    getRequest,
    replayRules,
    getRulesOverride,
    listRulesTests,
    createRulesTest,
    updateRulesTest,
    deleteRulesTest,
    listIndexes,
    applyIndexes,
    listVersions,
    listDeleted,
    restoreVersion,
    listChanges,
    removeSampleData,
    listBackups,
    createBackup,
    restoreBackup,
    deleteBackup,
    undeleteBackup,
    removeDeletedBackup,
    createServiceKey,
    listServiceKeys,
    revokeServiceKey,
    listOwnSessions,
    endOwnSession,
    listUserSessions,
    endUserSession,
    listMailTemplates,
    setMailLanguage,
    setMailTemplate,
    resetMailTemplate,
    previewMail,
    sendTestMail,
    listSigningKeys,
    rotateSigningKeys,
    listWebhooks,
    setWebhook('sms'),
    removeWebhook('sms'),
    setWebhook('blocking'),
    removeWebhook('blocking'),
  ]
  return {
    name: 'hearth-admin',
    routes: methods.map((method) => method(deps)),
    crossOrigin: false,
    writeError: writeJsonError,
  }
}
