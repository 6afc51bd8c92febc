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

export interface ShownBranch<Node> {
  /** From the first message to the last one read. */
  shown: Node[]
  /** What stands on other branches. */
  others: Node[]
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
  return { shown: path, others: nodes.filter((node) => !taken.has(node.id)), missing: missing.reverse() }
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

  private isParent(node: Node): boolean {
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
