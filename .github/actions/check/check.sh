#!/usr/bin/env bash
# What the action does. Everything comes in by the environment: action.yml says what each variable is.
set -uo pipefail

dagweave=(npx --no-install dagweave)
[ -z "$DAGWEAVE_VERSION" ] || dagweave=(npx --yes "dagweave@$DAGWEAVE_VERSION")
words=()
while IFS= read -r line; do [ -z "$line" ] || words+=("$line"); done <<< "$DAGWEAVE_OPTIONS"
words+=(--)
while IFS= read -r line; do [ -z "$line" ] || words+=("$line"); done <<< "$DAGWEAVE_WORKFLOWS"

made=$(mktemp -d "${RUNNER_TEMP:-/tmp}/dagweave.XXXXXX")
sarif=$made/dagweave.sarif
change=$made/change.md

# Annotations go to the log, where the runner finds them; the patch of what is stale as well.
"${dagweave[@]}" apply --check --diagnostics github "${words[@]}" 2>&1
status=$?
"${dagweave[@]}" apply --check --quiet --diagnostics sarif "${words[@]}" 2> "$sarif" > "$made/patch"
"${dagweave[@]}" diff --view markdown "${words[@]}" > "$change" 2> /dev/null ||
  : > "$change"
# What rules would change does not tell why the check fails: no rule may be in force, or a file is stale.
if [ "$status" != 0 ]; then
  "${dagweave[@]}" apply --check --quiet "${words[@]}" > /dev/null 2> "$made/messages"
  { printf '\nThe check fails:\n\n~~~~~~text\n'; cat "$made/messages"; printf '~~~~~~\n'; } >> "$change"
fi

{
  echo "sarif=$sarif"
  [ "$status" = 0 ] && echo 'stale=false' || echo 'stale=true'
} >> "$GITHUB_OUTPUT"
{ echo '## dagweave'; echo; cat "$change"; } >> "$GITHUB_STEP_SUMMARY"

# One comment for a pull request, found again by its first line.
if [ "$DAGWEAVE_COMMENT" = true ] && [ -n "$DAGWEAVE_PULL_REQUEST" ]; then
  mark='<!-- dagweave -->'
  # The longest text that a comment may have is 65,536 characters.
  { echo "$mark"; head -c 60000 "$change"; } > "$made/comment.md"
  comments="repos/$GITHUB_REPOSITORY/issues/$DAGWEAVE_PULL_REQUEST/comments"
  if known=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1); then
    if [ -n "$known" ]; then
      gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$known" -F "body=@$made/comment.md" > /dev/null
    else
      gh api --method POST "$comments" -F "body=@$made/comment.md" > /dev/null
    fi
  fi || echo '::warning::dagweave could not write its comment: the job needs `permissions: {pull-requests: write}`'
fi
exit "$status"
