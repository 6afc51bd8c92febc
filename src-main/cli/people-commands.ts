import { CatchmentError } from '@shared/contract/errors'
import type { Command } from 'commander'
import { defaultStoreDir } from '../app/profile-folder'
import { confirms } from '../profiles/deletion'
import type { Person } from '../store/server/people'
import type { Cli } from './cli'
import { printRows, printValue } from './output'

const COLUMNS = ['login', 'profile', 'messages', 'connected', 'canLogIn'] as const

/** Who may use a shared server, for its keeper. */
export function addPeopleCommands(program: Command, cli: Cli): void {
  program
    .command('people [act] [login]')
    .description(
      'on a shared server, for its keeper: list (the default), add LOGIN, remove LOGIN [--erase --confirm LOGIN]',
    )
    .option('--erase', 'remove: what they wrote as well, for good')
    .option('--confirm <login>', 'remove --erase: the login once more')
    .action(
      async (
        act: string | undefined,
        login: string | undefined,
        options: { erase?: boolean; confirm?: string },
      ): Promise<void> => {
        const url = process.env.CATCHMENT_DATABASE_URL
        if (!url)
          throw new CatchmentError(
            'bad_request',
            'There is no shared server here: CATCHMENT_DATABASE_URL names one (docs/sharing.md).',
          )
        const place = { storeDir: cli.storeDir() ?? defaultStoreDir(), url }
        // Only here: no other command needs the driver in this thread.
        const { addPerson, listPeople, removePerson } = await import('../store/server/people')
        if (act === undefined || act === 'list')
          return printRows(cli.out(), (await listPeople(place)).map(rowOf), COLUMNS)
        if (act !== 'add' && act !== 'remove')
          throw new CatchmentError('bad_request', `There is no “people ${act}”. There is: list, add, remove.`)
        if (login === undefined)
          throw new CatchmentError('bad_request', `“people ${act}” needs a login: people ${act} ann`)
        if (act === 'add') return tell(cli, login, await addPerson(place, login))
        if (options.erase && (options.confirm === undefined || !confirms(options.confirm, login)))
          throw new CatchmentError(
            'conflict',
            `Nothing was done. This would erase everything of “${login}” for good; they can export it first. Write --confirm ${login} to go on.`,
          )
        const { erased } = await removePerson(place, login, { erase: options.erase === true })
        const kept = options.erase ? `${erased} messages were erased.` : 'What they wrote stays, for you alone.'
        printValue(cli.out(), { removed: login, erased }, `“${login}” is no longer let in. ${kept}`)
      },
    )
}

function tell(cli: Cli, login: string, { password, url }: { password: string | null; url: string }): void {
  const how =
    password === null
      ? `“${login}” was there already and is let in now, with the password it has.`
      : `“${login}” is let in. The password stands in the address and is told only now.`
  printValue(cli.out(), { login, password, url }, `${how}\nCATCHMENT_DATABASE_URL=${url}`)
}

const rowOf = ({ login, profile, messages, connected, canLogIn }: Person) => ({
  ...{ login, profile, messages, connected, canLogIn },
})
