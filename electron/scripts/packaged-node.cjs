// Loaded into npm before its own code: it leaves out every optional package that says it is not for the Node that npm runs on, the
// bundler's own binary among them. It is to ask for the Node that the packages run on.
const version = process.env.ATELIER_PACKAGED_NODE
if (version) Object.defineProperty(process, 'version', { value: version })
