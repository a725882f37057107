import {
  createRootRouteWithContext,
  rootRouteId,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
  type ParsedLocation,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import {
  ChartColumn,
  Database,
  Folder,
  House,
  ListChecks,
  ListTree,
  ScrollText,
  Settings,
  Shield,
  Smartphone,
  Users,
} from 'lucide-react'
import { lazy } from 'react'
import { findLastProject } from './find-last-project.ts'
import { readActionLink } from '../features/action/read-action-link.ts'
import { readAnalyticsSearch } from '../features/analytics/analytics-search.ts'
import { readSeeAsSearch, seeAsKeys, type SeeAsSearch } from '../shared/see-as/see-as-search.ts'
import { readDataSearch } from '../features/data/data-search.ts'
import { readDevicesSearch } from '../features/devices/device-query.ts'
import { readLogSearch } from '../features/logs/log-filter.ts'
import { readOverviewSearch } from '../features/overview/overview-search.ts'
import { readRequestsSearch } from '../shared/requests/request-filter.ts'
import { readRulesSearch } from '../shared/rules/rules-search.ts'
import { readProjectsSearch } from '../features/projects/projects-search.ts'
import { readServerSearch } from '../features/server/server-search.ts'
import { readSettingsSearch, settingsSections } from '../features/settings/settings-section.ts'
import { readUserSearch } from '../features/users/user-search.ts'
import { readUsersSearch } from '../shared/people/user-query.ts'
import { addressOfFolder, folderAtAddress } from '../shared/files/file-path.ts'
import { innerPath } from '../session/inner-path.ts'
import { gatePage, lazyPage } from './lazy-page.ts'
import { OpenedLayout, RootLayout, RootErrorPage } from './root-layout.tsx'
import { OpeningPage } from './opening-page.tsx'
import { getLastProject, setLastProject } from '../browser/preferences.ts'
import { speakOfEverything } from '../texts/speak.ts'
import { type Area, type AreaOfRoute, registerAreas } from '../shared/areas.ts'
import type { RouterContext } from './router-context.ts'

// Nobody waits for a count.
const DeniedCount = lazy(async () => ({
  default: (await import('../features/requests/components/denied-count.tsx')).DeniedCount,
}))

const notFoundPage = gatePage(() => import('./not-found-page.tsx'), 'NotFoundPage')

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: notFoundPage,
  errorComponent: RootErrorPage,
})

/** Every page that needs to know what server this is. */
const openedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'opened',
  component: OpenedLayout,
  beforeLoad: async ({ context, location }) => {
    const consoleApp = await context.session.open()
    const isWelcome = location.pathname === '/welcome'
    if (consoleApp.settings.setupRequired && !isWelcome) throw redirect({ to: '/welcome', replace: true })
    if (!consoleApp.settings.setupRequired && isWelcome) throw redirect({ to: '/sign-in', replace: true })
    return { consoleApp }
  },
})

interface GateSearch {
  /** Where to go after sign-in. */
  readonly to?: string
}

function gateSearch(search: Record<string, unknown>): GateSearch {
  const to = innerPath(search['to'])
  return to === undefined ? {} : { to }
}

function leaveWhenSignedIn({ context, search }: { context: RouterContext; search: GateSearch }): void {
  if (context.session.state.status !== 'signed-in') return
  // The router hands on what a schema left out, so it is looked at again where it decides.
  throw redirect({ href: innerPath(search.to) ?? '/', replace: true })
}

const welcomeRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'welcome',
  component: gatePage(() => import('../features/welcome/components/welcome-page.tsx'), 'WelcomePage'),
})

const signInRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'sign-in',
  validateSearch: gateSearch,
  beforeLoad: leaveWhenSignedIn,
  component: gatePage(() => import('../features/sign-in/components/sign-in-page.tsx'), 'SignInPage'),
})

const signUpRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'sign-up',
  validateSearch: gateSearch,
  beforeLoad: leaveWhenSignedIn,
  component: gatePage(() => import('../features/sign-in/components/sign-up-page.tsx'), 'SignUpPage'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'reset-password',
  component: gatePage(() => import('../features/sign-in/components/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const actionRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'action',
  validateSearch: readActionLink,
  component: lazyPage(() => import('../features/action/components/action-page.tsx'), 'ActionPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => openedRoute,
  path: 'invitation',
  component: lazyPage(() => import('../features/invitation/components/invitation-page.tsx'), 'InvitationPage'),
})

const signedInRoute = createRoute({
  getParentRoute: () => openedRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location, matches }) => {
    // A visitor is told of an address that leads nowhere, and not asked who they are.
    const isNowhere = matches.some(({ routeId }) => routeId === '/opened/signed-in/$')
    if (isNowhere && context.session.state.status !== 'signed-in') throw notFound({ routeId: rootRouteId })
    requireSignIn(context, location)
  },
  component: lazyPage(() => import('./signed-in.ts'), 'SignedInLayout'),
})

function requireSignIn({ session }: RouterContext, location: ParsedLocation): void {
  const { state } = session
  if (state.status === 'signed-in') return
  const isLeaving = state.status === 'signed-out' && (state.reason === 'chosen' || state.reason === 'deleted')
  const to = isLeaving ? undefined : innerPath(location.href)
  throw redirect({ to: '/sign-in', search: to === undefined || to === '/' ? {} : { to }, replace: true })
}

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context, cause }) => {
    const project = getLastProject() ?? (cause === 'preload' ? undefined : await findLastProject(context.session))
    if (project === undefined) throw redirect({ to: '/projects', replace: true })
    throw redirect({ to: '/projects/$project', params: { project }, replace: true })
  },
})

const projectsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'projects',
  validateSearch: readProjectsSearch,
  component: lazyPage(() => import('../features/projects/components/projects-page.tsx'), 'ProjectsPage'),
})

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'account',
  component: lazyPage(() => import('../features/account/components/account-page.tsx'), 'AccountPage'),
})

const serverRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'server',
  validateSearch: readServerSearch,
  component: lazyPage(() => import('../features/server/components/server-page.tsx'), 'ServerPage'),
})

const nowhereRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  component: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundState'),
})

const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'projects/$project',
  loader: async ({ context, params }) => {
    const project = await context.projects.enter(params.project)
    setLastProject(project.id)
    return { project }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyPage(() => import('../features/frame/components/project-layout.tsx'), 'ProjectLayout'),
  notFoundComponent: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundState'),
  errorComponent: lazyRouteComponent(async () => {
    await speakOfEverything()
    return await import('../features/frame/components/project-error-page.tsx')
  }, 'ProjectErrorPage'),
})

const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  validateSearch: readOverviewSearch,
  staticData: { area: { title: 'overview', icon: House } },
  component: lazyPage(() => import('../features/overview/components/overview-page.tsx'), 'OverviewPage'),
})

const usersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'users',
  validateSearch: readUsersSearch,
  staticData: { area: { title: 'users', icon: Users } },
  component: lazyPage(() => import('../features/users/components/users-page.tsx'), 'UsersPage'),
})

const userRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'users/$uid',
  validateSearch: readUserSearch,
  component: lazyPage(() => import('../features/users/components/user-page.tsx'), 'UserPage'),
})

/** `_splat` is the path of a collection or a document, each segment percent-encoded; empty for the root. */
const dataRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'data/$',
  validateSearch: readDataSearch,
  search: { middlewares: [retainSearchParams([...seeAsKeys])] },
  staticData: { area: { title: 'data', icon: Database, isOfDatabase: true } },
  component: lazyPage(() => import('../features/data/components/data-page.tsx'), 'DataPage'),
})

const jobsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'jobs',
  staticData: { area: { title: 'jobs', icon: ListChecks, isApart: true } },
  component: lazyPage(() => import('../features/jobs/components/jobs-page.tsx'), 'JobsPage'),
})

interface FilesSearch extends SeeAsSearch {
  /** The name of the file whose details are open. */
  readonly file?: string
  /** See `parseOrder` of the files' feature. */
  readonly sort?: string
  /** Tiles instead of a list; it stays from folder to folder. */
  readonly layout?: 'grid' | undefined
  /** Files are to be chosen at once. */
  readonly do?: 'upload'
}

/** `_splat` is the path of a folder; empty for the root. */
const filesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'files/$',
  params: {
    stringify: ({ _splat = '' }) => ({ _splat: addressOfFolder(_splat) }),
    parse: ({ _splat = '' }) => ({ _splat: folderAtAddress(_splat) }),
  },
  validateSearch: ({ file, sort, layout, do: act, ...address }: Record<string, unknown>): FilesSearch => ({
    // The router reads a bare number in a hand-written address as one.
    ...((typeof file === 'string' || typeof file === 'number') && { file: String(file) }),
    ...(typeof sort === 'string' && { sort }),
    ...(layout === 'grid' && { layout }),
    ...(act === 'upload' && { do: act }),
    ...readSeeAsSearch(address),
  }),
  search: { middlewares: [retainSearchParams(['layout', ...seeAsKeys])] },
  staticData: { area: { title: 'files', icon: Folder } },
  component: lazyPage(() => import('../features/files/components/files-page.tsx'), 'FilesPage'),
})

const analyticsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'analytics',
  validateSearch: readAnalyticsSearch,
  staticData: { area: { title: 'analytics', icon: ChartColumn } },
  component: lazyPage(() => import('../features/analytics/components/analytics-page.tsx'), 'AnalyticsPage'),
})

const installationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'installations',
  validateSearch: readDevicesSearch,
  staticData: { area: { title: 'devices', icon: Smartphone } },
  component: lazyPage(() => import('../features/devices/components/devices-page.tsx'), 'DevicesPage'),
})

const rulesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'rules',
  validateSearch: readRulesSearch,
  staticData: { area: { title: 'rules', icon: Shield, isOfDatabase: true } },
  component: lazyPage(() => import('../features/rules/components/rules-page.tsx'), 'RulesPage'),
})

const requestsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'requests',
  validateSearch: readRequestsSearch,
  staticData: { area: { title: 'requests', icon: ListTree, count: DeniedCount } },
  component: lazyPage(() => import('../features/requests/components/requests-page.tsx'), 'RequestsPage'),
})

const logsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'logs',
  validateSearch: readLogSearch,
  staticData: { area: { title: 'logs', icon: ScrollText } },
  component: lazyPage(() => import('../features/logs/components/logs-page.tsx'), 'LogsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  validateSearch: readSettingsSearch,
  staticData: { area: { title: 'settings', icon: Settings, isApart: true } },
  component: lazyPage(() => import('../features/settings/components/settings-page.tsx'), 'SettingsPage'),
})

/** Sections are no pages of their own: whoever writes the address by hand is led to the one they mean. */
const settingsSectionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings/$section',
  beforeLoad: ({ params: { project, section } }) => {
    const known = settingsSections.find((one) => one === section)
    if (known === undefined) throw notFound()
    throw redirect({
      to: '/projects/$project/settings',
      params: { project },
      search: readSettingsSearch({ section: known }),
      replace: true,
    })
  },
})

/** All states of the design system on one page; not part of what is shipped. */
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: 'dev/states',
        component: lazyPage(() => import('../features/dev-states/components/states-page.tsx'), 'StatesPage'),
      }),
    ]
  : []

/** The areas among them stand in the rail in this order. */
const projectRoutes = [
  overviewRoute,
  usersRoute,
  userRoute,
  dataRoute,
  filesRoute,
  rulesRoute,
  requestsRoute,
  logsRoute,
  analyticsRoute,
  installationsRoute,
  jobsRoute,
  settingsRoute,
  settingsSectionRoute,
] as const

const routeTree = rootRoute.addChildren([
  openedRoute.addChildren([
    welcomeRoute,
    signInRoute,
    signUpRoute,
    resetPasswordRoute,
    actionRoute,
    invitationRoute,
    signedInRoute.addChildren([
      homeRoute,
      projectsRoute,
      accountRoute,
      serverRoute,
      nowhereRoute,
      projectRoute.addChildren(projectRoutes),
    ]),
  ]),
  ...devRoutes,
])

export function createConsoleRouter(context: RouterContext) {
  registerAreas(projectRoutes.flatMap(areasOf))
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: OpeningPage,
    defaultErrorComponent: RootErrorPage,
    defaultNotFoundComponent: notFoundPage,
    scrollRestoration: true,
  })
}

function areasOf({
  options: { path, staticData },
}: {
  readonly options: { readonly path?: string | undefined; readonly staticData?: StaticDataRouteOption | undefined }
}): readonly Area[] {
  if (path === undefined || staticData?.area === undefined) return []
  return [{ ...staticData.area, path: path.replace(/\/?\$?$/, '') }]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly area?: AreaOfRoute
  }
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
