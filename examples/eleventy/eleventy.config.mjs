export default (config) => config.ignores.add('README.md')
