export default function RulebookPane() {
  return null
}
