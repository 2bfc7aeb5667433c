package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

var key, keyError = base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))

func isSigned(headers http.Header, body []byte) bool {
	sent, err := json.Number(headers.Get("webhook-timestamp")).Int64()
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", headers.Get("webhook-id"), sent, body)
	wanted := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	isWanted := func(each string) bool { return hmac.Equal([]byte(each), wanted) }
	return err == nil && time.Since(time.Unix(sent, 0)).Abs() < 5*time.Minute &&
		slices.ContainsFunc(strings.Fields(headers.Get("webhook-signature")), isWanted)
}

func receive(response http.ResponseWriter, request *http.Request) {
	var events []struct{ Position, Type, Data json.RawMessage }
	body, err := io.ReadAll(request.Body)
	if err != nil || !isSigned(request.Header, body) || json.Unmarshal(body, &events) != nil {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	fmt.Println(len(events), "events")
	for _, event := range events {
		fmt.Printf("%s %s %s\n", event.Position, event.Type, event.Data)
	}
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	if keyError != nil || len(key) == 0 {
		panic("WEBHOOK_SECRET must be whsec_ and base64")
	}
	panic(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "4000"), http.HandlerFunc(receive)))
}
