import { connectHearth, type HearthServices } from '@hearth/client'
import { deleteApp, initializeApp } from 'firebase/app'
import { signInWithCustomToken } from 'firebase/auth'
import { terminate } from 'firebase/firestore'
import { type AppConfiguration, ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { joinTeam } from '../../apps/server/src/testing/invite.ts'
import { owner, type ConsoleWorld } from './console-world.ts'

let apps = 0

/** The SDK in somebody's name beside the page: for what a test finds there, and for what others do meanwhile. */
export class ProjectOperator implements AsyncDisposable {
  readonly services: HearthServices

  private constructor(services: HearthServices) {
    this.services = services
  }

  /** The owner of the server, entered into a project. */
  static async enter(world: ConsoleWorld, project = 'demo-app'): Promise<ProjectOperator> {
    const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
    const { app, customToken } = await account.enter(project)
    const operator = ProjectOperator.#open(world, app)
    await signInWithCustomToken(operator.services.auth, customToken)
    return operator
  }

  static #open(world: ConsoleWorld, configuration: AppConfiguration): ProjectOperator {
    const app = initializeApp({ ...configuration }, `operator ${apps++}`)
    return new ProjectOperator(connectHearth(app, { origin: world.origin }))
  }

  /** Makes an account and gives it a role in a project, as the project's owner would. */
  static async addMember(
    world: ConsoleWorld,
    member: { readonly email: string; readonly password: string; readonly role: 'viewer' | 'editor' },
    project = 'demo-app',
  ): Promise<void> {
    const account = await ConsoleAccount.signUp(world, member.email, member.password)
    const { email, password } = owner
    await joinTeam(world, project, await ConsoleAccount.signIn(world, email, password), account, member)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await terminate(this.services.firestore)
    await deleteApp(this.services.auth.app)
  }
}
