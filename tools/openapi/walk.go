// Files a complaint, finds it at the desk and acts on it: `walk URL CITIZEN PROGRAM OFFICER MDA CATEGORY`, the three being tokens.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

type complaint struct {
	ID      string `json:"id"`
	State   string `json:"state"`
	Reply   string `json:"reply"`
	Version int    `json:"version"`
	Code    string `json:"code"`
}

type page struct {
	Items []complaint `json:"items"`
}

func main() {
	base, citizen, program, officer, mda, category := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6]
	var form bytes.Buffer
	fields := multipart.NewWriter(&form)
	for _, field := range [][2]string{{"mda", mda}, {"category", category}, {"title", "No water since Monday"},
		{"description", "The tap is dry."}, {"location", "Hill Road 4"}, {"incidentDate", time.Now().UTC().Format("2006-01-02")}} {
		check(fields.WriteField(field[0], field[1]))
	}
	check(fields.Close())

	filed := call[complaint]("POST", base+"/api/complaint", citizen, fields.FormDataContentType(), &form)
	list := call[page]("GET", base+"/api/desk/complaint?sort=latest&category="+category, program, "", nil)
	var row complaint
	for _, item := range list.Items {
		if item.ID == filed.ID {
			row = item
		}
	}
	act := func(action string, body map[string]any) complaint {
		text, err := json.Marshal(body)
		check(err)
		return call[complaint]("POST", base+"/api/desk/complaint/"+filed.ID+"/"+action, officer, "application/json", bytes.NewReader(text))
	}
	started := act("start", map[string]any{"version": row.Version})
	replied := act("reply", map[string]any{"text": "A lorry comes at noon.", "version": started.Version})
	refused := act("start", map[string]any{"version": started.Version})
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"row": row.ID != "", "state": replied.State, "reply": replied.Reply, "refused": refused.Code}))
}

func call[T any](method, url, token, kind string, body io.Reader) (answer T) {
	request, err := http.NewRequest(method, url, body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", kind)
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	check(json.NewDecoder(response.Body).Decode(&answer))
	return
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
