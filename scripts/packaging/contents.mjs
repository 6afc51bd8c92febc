/**
 * What of the npm packages goes into an installed app: all that the lock file names as needed at run time on this system,
 * without what only a build, a browser or another system reads. Pure; the packaged app is started by a test, so that a
 * line too many shows.
 */

/** Packages that nothing loads at run time, and why. */
const NOT_LOADED = new Map([
  ['onnxruntime-web', 'transformers.js loads it in a browser only'],
  ['sharp', 'transformers.js reads pictures with it, and no model here takes any: STAND_INS has one in its place'],
  ['@napi-rs/canvas', 'pdfjs-dist draws with it, and nothing is drawn here: a PDF is read for its text'],
  ['node-readable-to-web-readable-stream', 'pdfjs-dist fetches with it, and reads from memory here'],
  ['typescript', 'an optional companion of node-llama-cpp'],
])

/**
 * Modules that are loaded without being used, by the name they are asked for: a package of three lines stands where one of
 * 19 MB would.
 */
export const STAND_INS = {
  sharp: "module.exports = () => { throw new Error('This app reads no pictures.') }\n",
}

const isFor = (listed, here) =>
  !listed || (listed.some((one) => !one.startsWith('!')) ? listed.includes(here) : !listed.includes(`!${here}`))

const nameOf = (place) => place.split('node_modules/').at(-1)

/**
 * The folders of the packages to take along, as the lock file spells them (`node_modules/…`), in its order.
 * @param lock the parsed package-lock.json
 * @param system `{ platform, arch }` as Node names them
 */
export function runtimePackages(lock, { platform, arch }) {
  return Object.entries(lock.packages)
    .filter(([place, { dev, devOptional, os, cpu }]) => {
      if (place === '' || dev || devOptional) return false
      if (!isFor(os, platform) || !isFor(cpu, arch)) return false
      // what is for compilers, and the libraries of sharp
      if (/^@(?:types|img)\//.test(nameOf(place)) || /^@napi-rs\/canvas-/.test(nameOf(place))) return false
      // Those for other processors say that they run here too, for builds that cross over; those for graphics cards are
      // 80 (Vulkan) to 540 MB (CUDA) and would take the app over its 400.
      if (/^@node-llama-cpp\//.test(nameOf(place)) && !nameOf(place).endsWith(`-${arch}`)) return false
      // what lies inside of a package left out is left out with it
      return !place
        .split('node_modules/')
        .slice(1)
        .some((name) => NOT_LOADED.has(name.replace(/\/$/, '')))
    })
    .map(([place]) => place)
}

const SELDOM_READ = /\.(?:map|d\.[cm]?ts|[cm]?tsx?|md|markdown|flow|gbnf|hpp?|cpp|c|cc|bundle|cmake)$/i
const LICENCE = /(?:^|\/)(?:licen[cs]es?|copying|notice|authors)[^/]*$/i
const NOT_READ = [
  /\.(?:test|spec)\.[cm]?js$/,
  /(?:^|\/)bench(?:mark)?(?:\.[cm]?js$|\/)/,
  // at a package's top only: `dist/doc/` of the package yaml is code
  /^(?:@[^/]+\/)?[^/]+\/(?:\.github|\.vscode|__tests__|tests?|docs?|examples?|benchmarks?)\//,
  /^gpt-tokenizer\/(?:data|src)\//,
  /^gpt-tokenizer\/(?:cjs|esm)\/bpeRanks\/(?!o200k_base)/,
  /^node-llama-cpp\/llama\/(?:addon|cmake|patches|profiles|toolchains|xpack)\//,
  /^@huggingface\/transformers\/dist\/(?:transformers(?:\.web)?(?:\.min)?\.js|transformers\.node\.min\.|ort-wasm)/,
  /^@huggingface\/transformers\/(?:src|types)\//,
  /^pdfjs-dist\/(?:build|iccs|image_decoders|types|wasm|web)\//,
  /^pdfjs-dist\/legacy\/(?!build\/pdf(?:\.worker)?\.mjs$)/,
  /^drizzle-orm\/.*\.cjs$/,
  /^libphonenumber-js\/(?:bundle|mobile)\//,
]

/**
 * Whether a file of a package goes along.
 * @param path `package/file`, with `/`, such as `@scope/name/dist/index.js`
 */
export function isShipped(path, { platform, arch }) {
  if (LICENCE.test(path)) return true
  const onnx = /^onnxruntime-node\/bin\/napi-v\d+\/([^/]+)\/([^/]+)\//.exec(path)
  if (onnx && (onnx[1] !== platform || onnx[2] !== arch)) return false
  if (/(?:^|\/)package\.json$/.test(path)) return true
  return !SELDOM_READ.test(path) && !NOT_READ.some((rule) => rule.test(path))
}

/**
 * Packages that cannot be read out of an archive file: programs, libraries, and what opens its own files by a path of the
 * operating system. They lie beside it (`app.asar.unpacked`).
 */
const UNPACKED = ['@electric-sql', 'onnxruntime-node', 'node-llama-cpp', '@node-llama-cpp']

/** For `@electron/asar`: a pattern over paths in the app's folder. */
export const unpackedFolders = () => `{${UNPACKED.map((name) => `node_modules/${name}`).join(',')}}`

/** Files of our own build that are tools of developers. */
export const isOwnShipped = (path) =>
  !/\.map$/.test(path) && !/(?:^|\/)(?:bench|\.built|make-empty-database)[^/]*$/.test(path)

/** The manifest of the installed app: nothing that installs, tests or builds. */
export function shippedManifest({ name, productName, version, description, license, type, main }, commit) {
  return { name, productName, version, description, license, type, main, commit, desktopName: 'catchment.desktop' }
}
