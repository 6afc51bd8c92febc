/** Which way through a tree of edited questions and regenerated answers a person was shown. */

export interface TreeNode {
  id: string
  parent: string | null
  /** As far as the file names them: they lead on where a node in between is gone. */
  children: readonly string[]
  /** Milliseconds; null where the file has none. */
  at: number | null
  /** A root that programs put there themselves, with nothing said in it. */
  structural: boolean
}

export interface OtherBranch<Node> {
  /** Index in `shown` of what stands in its place; its length where it goes on behind the end. */
  at: number
  /** At least one. What parts from another branch further down is a branch of its own. */
  nodes: Node[]
}

export interface ShownBranch<Node> {
  /** From the first message to the last one read. */
  shown: Node[]
  /** What stands on other branches: every node that is not shown, each once. */
  others: OtherBranch<Node>[]
  /** Nodes on the way that are named and not in the file. */
  missing: string[]
}

/**
 * The branch that ends at `current`; without one, at the leaf that was written last. Where the way up breaks off, because a
 * node is gone or has lost its parent, it goes on with what was written before the break, so that nothing is lost that can
 * be kept. A circle of parents ends where it closes.
 */
export function shownBranch<Node extends TreeNode>(nodes: readonly Node[], current: string | null): ShownBranch<Node> {
  const tree = new Tree(nodes)
  const path: Node[] = []
  const missing: string[] = []
  const taken = new Set<string>()
  let end: Node | null = (current === null ? undefined : tree.get(current)) ?? tree.newestLeaf(taken, null)
  while (end) {
    const top = climb(tree, end, taken, path, missing)
    end = tree.breaksOff(top) ? tree.newestLeaf(taken, top) : null
  }
  path.reverse()
  return { shown: path, others: otherBranches(tree, nodes, path), missing: missing.reverse() }
}

/** The rest of the tree, from each of its ends up to where it parts from what is shown or from a branch before. */
function otherBranches<Node extends TreeNode>(
  tree: Tree<Node>,
  nodes: readonly Node[],
  shown: readonly Node[],
): OtherBranch<Node>[] {
  /** Where what hangs from a node stands. */
  const below = new Map(shown.map(({ id }, index) => [id, index + 1]))
  const rest = nodes.filter(({ id }) => !below.has(id))
  const others: OtherBranch<Node>[] = []
  // A circle has no end: it is cut where the file begins with it.
  for (const end of [...rest.filter((node) => !tree.isParent(node)), ...rest]) {
    const branch: Node[] = []
    const seen = new Set<string>()
    let above: string | null = end.id
    while (above !== null && !below.has(above) && !seen.has(above)) {
      seen.add(above)
      const node = tree.get(above)
      if (node) branch.push(node)
      above = tree.parentOf(above)
    }
    if (branch.length === 0) continue
    const at = (above === null ? undefined : below.get(above)) ?? 0
    for (const { id } of branch) below.set(id, at)
    others.push({ at, nodes: branch.reverse() })
  }
  return others
}

/** Adds the way from `from` up to `path`, last first; answers where it ended. */
function climb<Node extends TreeNode>(
  tree: Tree<Node>,
  from: Node,
  taken: Set<string>,
  path: Node[],
  missing: string[],
): Node {
  let top = from
  for (let id: string | null = from.id; id !== null && !taken.has(id); id = tree.parentOf(id)) {
    taken.add(id)
    const node = tree.get(id)
    if (node) {
      path.push(node)
      top = node
    } else missing.push(id)
  }
  return top
}

class Tree<Node extends TreeNode> {
  private readonly byId: Map<string, Node>
  private readonly namedBy = new Map<string, string>()
  private readonly parents = new Set<string>()
  private readonly structural: boolean

  constructor(private readonly nodes: readonly Node[]) {
    this.byId = new Map(nodes.map((node) => [node.id, node]))
    for (const node of nodes) {
      for (const child of node.children) if (!this.namedBy.has(child)) this.namedBy.set(child, node.id)
      if (node.parent !== null) this.parents.add(node.parent)
    }
    this.structural = nodes.some((node) => node.structural && this.isParent(node))
  }

  get(id: string): Node | undefined {
    return this.byId.get(id)
  }

  /** Also of a node that is not in the file: another one may name it as its child. */
  parentOf(id: string): string | null {
    return this.byId.get(id)?.parent ?? this.namedBy.get(id) ?? null
  }

  /**
   * True if the way up should not end here: its parent is gone, or it has none though the conversation begins with a root of
   * its own. First messages side by side without any root are versions of the first message.
   */
  breaksOff(top: Node): boolean {
    const parent = this.parentOf(top.id)
    if (parent !== null) return !this.byId.has(parent)
    return !top.structural && this.structural
  }

  /** The newest end of a branch that is not taken; of those before `above`, if that is given. */
  newestLeaf(taken: ReadonlySet<string>, above: Node | null): Node | null {
    const below = above === null ? null : this.at(above)
    const free = this.nodes.filter(
      (node) => !taken.has(node.id) && (below === null || (this.at(node) ?? below) <= below),
    )
    const leaves = free.filter((node) => !this.isParent(node))
    const ends = leaves.length > 0 ? leaves : above === null ? free : []
    let newest: Node | null = null
    for (const node of ends) if (newest === null || (this.at(node) ?? 0) >= (this.at(newest) ?? 0)) newest = node
    return newest
  }

  isParent(node: Node): boolean {
    return this.parents.has(node.id) || node.children.some((child) => this.byId.has(child))
  }

  /** Its own time, else that of the nearest message above it. */
  private at(node: Node): number | null {
    const seen = new Set<string>()
    for (let id: string | null = node.id; id !== null && !seen.has(id); id = this.parentOf(id)) {
      seen.add(id)
      const at = this.byId.get(id)?.at ?? null
      if (at !== null) return at
    }
    return null
  }
}
