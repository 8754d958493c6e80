/** A style sheet as a text, as the bundler returns it. */
declare module '*.css?inline' {
  const text: string
  export default text
}
