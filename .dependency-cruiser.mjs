/** The import rules of ARCHITECTURE.md. `npm run check` runs them and asserts how many modules were seen. */

const services =
  '^apps/server/src/(access|alerts|analytics|audit|backups|clock|documents|files|identity|installations|jobs|mails|outbound|projects|rules|secrets|thumbnails|trends|webhooks)/'
const tests = '\\.test\\.tsx?$|\\.contract\\.ts$|\\.bench\\.ts$|^tests/'
const engines = '^apps/server/src/(persistence/(sqlite|postgres)|blobs/(disk|s3))/'
/** Folders that the protocols of one service share. */
const sharedFolders =
  '^apps/server/src/protocols/(firestore-(codec|calls|streams)|storage-transfer|identity-answers|report-messages)/'
const inputAndOutput =
  '^(node:)?(fs|net|http|http2|https|tls|dgram|dns|child_process|worker_threads|cluster|sqlite|process|os|perf_hooks)(/|$)'
/** The layers of the console, in the order of its table in ARCHITECTURE.md. The last is for tests of components alone. */
const consoleLayers = [
  'browser',
  'texts',
  'backend',
  'documents',
  'ui',
  'session',
  'shared',
  'features',
  'app',
  'testing',
]
const consoleLayerRules = consoleLayers.slice(0, -1).map((layer, at) => ({
  name: `console-${layer}-knows-no-later-layer`,
  severity: 'error',
  from: { path: `^apps/console/src/${layer}/` },
  to: { path: `^apps/console/src/(${consoleLayers.slice(at + 1).join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'console-imports-the-model-by-part',
      comment: 'A screen loads what it uses of it: chunks.ts follows imports.',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { path: '^packages/model/src/index\\.ts$' },
    },
    {
      name: 'services-know-no-protocol',
      comment: 'A service is never told who calls it: no HTTP, no protocol.',
      severity: 'error',
      from: { path: services, pathNot: tests },
      to: { path: '^apps/server/src/(cli|compose|protocols|http|config|testing)/' },
    },
    {
      name: 'protocols-touch-no-table',
      severity: 'error',
      from: { path: '^apps/server/src/protocols/', pathNot: tests },
      to: {
        path: '^apps/server/src/(persistence|blobs|config|testing)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'protocols-know-no-sibling',
      severity: 'error',
      from: { path: '^apps/server/src/protocols/([^/]+)/', pathNot: tests },
      to: { path: '^apps/server/src/protocols/', pathNot: ['^apps/server/src/protocols/$1/', sharedFolders] },
    },
    {
      name: 'engines-only-from-compose',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [`^apps/server/src/compose/`, `^apps/server/src/testing/`, engines, tests],
      },
      to: { path: engines },
    },
    {
      name: 'operations-know-no-request',
      severity: 'error',
      from: { path: '^apps/server/src/operations/', pathNot: tests },
      to: { path: '^apps/server/src/(cli|compose|http|testing)/' },
    },
    {
      name: 'commands-only-from-the-process',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: ['^apps/server/src/(cli|testing)/', '^apps/server/src/run-hearth\\.ts$', tests],
      },
      to: { path: '^apps/server/src/cli/' },
    },
    {
      name: 'http-knows-no-service',
      severity: 'error',
      from: { path: '^apps/server/src/http/', pathNot: tests },
      to: { path: '^apps/server/src/(?!(http|lib)/)' },
    },
    {
      name: 'lib-knows-nothing-of-the-product',
      severity: 'error',
      from: { path: '^apps/server/src/lib/', pathNot: tests },
      to: { path: '^apps/server/src/(?!lib/)' },
    },
    {
      name: 'packages-do-no-input-or-output',
      comment: 'Leading the calls of an SDK to another host is what the entry for servers is for.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [tests, '^packages/client/src/admin\\.ts$'] },
      to: { path: inputAndOutput },
    },
    {
      name: 'packages-import-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|examples|tests)/' },
    },
    {
      name: 'console-imports-no-server',
      severity: 'error',
      from: { path: '^(apps/console|examples|packages/client)/' },
      to: { path: '^apps/server/' },
    },
    ...consoleLayerRules,
    {
      name: 'console-language-comes-before-words',
      comment:
        'Words are taken as modules load (decision 0054): what finds the language out imports none, and fetches them afterwards.',
      severity: 'error',
      from: { path: '^apps/console/src/texts/[^/]+\\.ts$', pathNot: tests },
      to: { path: '^apps/console/src/texts/((en|de)/|format\\.ts$)', dynamic: false },
    },
    {
      name: 'console-has-no-other-layer',
      severity: 'error',
      from: {},
      to: { path: `^apps/console/src/(?!(${consoleLayers.join('|')})/)` },
    },
    {
      name: 'console-features-know-no-sibling',
      comment: 'What two need is in `shared`, or is registered there.',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'console-no-cycles-of-types',
      severity: 'error',
      from: { path: '^apps/console/src/' },
      to: { circular: true },
    },
    {
      name: 'testing-only-from-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: [tests, '^apps/server/src/testing/'] },
      to: { path: '^apps/server/src/testing/' },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      from: { pathNot: '^apps/console/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The parser does not know `await using`, which tests are full of; tests may import anything.
    exclude: { path: '(^|/)(dist|node_modules|\\.cache)/|\\.(test|spec|bench)\\.tsx?$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
}
