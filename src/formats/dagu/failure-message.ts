/**
 * Shell text that yields in a failure handler what went wrong, between double quotes. Dagu 1.30 gives a handler no message, so
 * its own command line is asked; where that is not to be had, the log is named. Lines that it broke are joined again.
 */
export const failureMessage =
  `$(dagu status --run-id="$(printenv DAG_RUN_ID)" "$(printenv DAG_NAME)" 2>/dev/null | ` +
  `awk 'BEGIN { ORS = "" } /─error: / { if (n++) print "; "; sub(/.*─error: /, ""); print; on = 1; next } ` +
  `on && /[^ │]/ && !/─/ && !/^Result: / { sub(/^[ │]*/, " "); print; next } { on = 0 } ` +
  `END { if (!n) print "see the log, " ENVIRON["DAG_RUN_LOG_FILE"] }')`;
