import { connectHearth, type HearthServices } from '@hearth/client'
import { deleteApp, initializeApp } from 'firebase/app'
import { signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth'
import { arrayUnion, doc, serverTimestamp, terminate, updateDoc } from 'firebase/firestore'
import { type AppConfiguration, ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
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
    const { uid } = await ConsoleAccount.signUp(world, member.email, member.password)
    const { app } = (await (await fetch(`${world.origin}/hearth/v1/console`)).json()) as { app: AppConfiguration }
    await using console = ProjectOperator.#open(world, app)
    await signInWithEmailAndPassword(console.services.auth, owner.email, owner.password)
    await updateDoc(doc(console.services.firestore, 'projects', project), {
      memberIds: arrayUnion(uid),
      [`roles.${uid}`]: member.role,
      updatedAt: serverTimestamp(),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await terminate(this.services.firestore)
    await deleteApp(this.services.auth.app)
  }
}
