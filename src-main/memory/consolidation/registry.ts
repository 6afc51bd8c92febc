import { CatchmentError } from '@shared/contract/errors'

/** Builders by name. A name is given once; asking for one that nobody gave is an error that lists those there are. */
export class StrategyRegistry<Build> {
  private readonly builders = new Map<string, Build>()

  /** @param what what is built, for errors: “operation” */
  constructor(private readonly what: string) {}

  register(name: string, build: Build): this {
    if (this.builders.has(name))
      throw new CatchmentError('internal', `There are two ways to build the ${this.what} ${name}.`)
    this.builders.set(name, build)
    return this
  }

  /** @throws CatchmentError `not_found` */
  get(name: string): Build {
    const build = this.builders.get(name)
    if (build === undefined) {
      throw new CatchmentError('not_found', `There is no ${this.what} ${name}. There are: ${this.names().join(', ')}.`)
    }
    return build
  }

  names(): string[] {
    return [...this.builders.keys()]
  }
}
